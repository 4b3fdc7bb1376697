import type { ReactElement } from 'react'
import { Trans as AnyTrans } from 'react-i18next'
import type { Texts, WordKey } from './i18n.ts'

type Props<Domain extends keyof Texts> = {
  ns: Domain
  i18nKey: WordKey<Domain>
  components: Record<string, ReactElement>
  values?: Record<string, unknown>
  count?: number
  /** Values are escaped, so that a name with marks in it stays a name. */
  tOptions?: { interpolation: { escapeValue: true } }
  shouldUnescape?: boolean
}

/** Words with parts in them, such as a link or a bold name. */
export const Trans = <Domain extends keyof Texts>(props: Props<Domain>) => <AnyTrans {...props} />
