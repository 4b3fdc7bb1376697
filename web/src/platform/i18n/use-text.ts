import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TextKey } from './i18n.ts'

/** The types of `t` do not resolve several hundred keys at once; one stands for all that TextKey has checked. */
const asOneKey = (key: TextKey) => key as 'platform:back'

/** Words by their full key, as they are now: for what is no component. */
export const describeKey = (key: TextKey): string => i18next.t(asOneKey(key))

/** Words by their full key, for what route data names: titles and menu entries of any domain. */
export const useText = () => {
  useTranslation() // draws again when the language changes
  return describeKey
}
