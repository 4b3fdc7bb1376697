import { useTranslation as useAnyTranslation } from 'react-i18next'
import type { Texts, WordKey } from './i18n.ts'

/**
 * Finds the words of one domain by their key; those with a number by the key before `_one` and `_other`.
 * i18next's own type for it took half of the time that checking the types of the screens takes.
 */
export type Translate<Domain extends keyof Texts> = (key: WordKey<Domain>, values?: Record<string, unknown>) => string

const asTranslate = <Domain extends keyof Texts>(t: unknown) => t as Translate<Domain> // i18next takes any key as a word

/** The words of a domain. Draws again when the language changes. */
export const useTranslation = <Domain extends keyof Texts>(domain: Domain): { t: Translate<Domain> } => {
  const { t } = useAnyTranslation<string>(domain)
  return { t: asTranslate(t) }
}
