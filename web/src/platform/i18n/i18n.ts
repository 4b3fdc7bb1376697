import i18next from 'i18next'
import type { TypeOptions } from 'i18next'
import { initReactI18next } from 'react-i18next'

type Texts = TypeOptions['resources']

/** A text of any domain by its full key, such as `accounts:login`. */
export type TextKey = { [N in keyof Texts]: `${N & string}:${keyof Texts[N] & string}` }[keyof Texts]

/** All texts travel with the page, so this is done before anything is drawn. */
export const startTexts = (texts: Record<string, Record<string, string>>) => {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: texts },
    defaultNS: 'platform',
    keySeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
}
