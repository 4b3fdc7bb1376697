import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { TextKey } from './i18n.ts'

/** Words by their full key, as they are now: for what is no component. */
export const describeKey = (key: TextKey, values?: Record<string, unknown>): string => i18next.t(key, values ?? {})

/** Words by their full key, for what route data names: titles and menu entries of any domain. */
export const useText = () => {
  useTranslation() // draws again when the language changes
  return describeKey
}
