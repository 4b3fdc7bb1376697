import { textLanguage } from '@spacekeeper/contract/formatters.ts'
import { isolateWords } from '@spacekeeper/contract/right-to-left.ts'
import i18next, { type PostProcessorModule } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** The words of every domain. The root of the portal adds them (`web/src/texts.ts`), since the platform knows no domain. */
export interface Texts {}
export type TextBundles = Record<string, Record<string, string>>

type WithoutCount<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? Base | Key : Key

/** The key of a text of one domain. */
export type WordKey<Domain extends keyof Texts> = WithoutCount<keyof Texts[Domain] & string>

/** A text of any domain by its full key, such as `auth:login`. */
export type TextKey = { [Domain in keyof Texts]: `${Domain}:${WordKey<Domain>}` }[keyof Texts]

/** A name that runs from right to left stands by itself in its sentence, with what is behind it in its place. */
const namesIsolated: PostProcessorModule = { type: 'postProcessor', name: 'namesIsolated', process: isolateWords }

/** The first texts travel with the page, so this is done before anything is drawn. */
export const startTexts = (texts: TextBundles) => {
  void i18next
    .use(initReactI18next)
    .use(namesIsolated)
    .init({
      lng: textLanguage,
      fallbackLng: textLanguage,
      resources: { [textLanguage]: texts },
      defaultNS: 'platform',
      keySeparator: false,
      initAsync: false,
      postProcess: namesIsolated.name,
      interpolation: { escapeValue: false, defaultVariables: { balanceName: 'Balance' } },
    })
}

/** What this site calls its prepaid balance: `{{balanceName}}` in any text. */
export const nameBalance = (name: string) => {
  const { interpolation } = i18next.options
  if (interpolation) interpolation.defaultVariables = { balanceName: name || 'Balance' }
}

/** Texts that came later. */
export const addTexts = (texts: TextBundles) => {
  // They are never changed, so they need no copy, which took longer than adding them.
  const options = { silent: false, skipCopy: true }
  for (const [domain, words] of Object.entries(texts))
    i18next.addResourceBundle(textLanguage, domain, words, false, false, options)
}
