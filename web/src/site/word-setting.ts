import { useTranslation } from 'react-i18next'
import type { SettingKey } from '@spacekeeper/contract/settings.ts'
import { settingKind } from './setting-kind.ts'

export type WordSetting = (key: SettingKey, value: unknown) => string

export const wordAmounts = (value: unknown) =>
  Array.isArray(value) ? value.map((cents) => String(Number(cents) / 100)).join(', ') : ''

const countTexts = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.values(value).filter((text) => text !== '').length : 0

/** Gives a function that says a value of a setting in words, for its default and its history. */
const wordsFor =
  (t: ReturnType<typeof useTranslation<'settings'>>['t']): WordSetting =>
  (key, value) => {
    const kind = settingKind(key)
    if (kind === 'secret') return t('newSecret')
    if (kind === 'smsTexts') return t('smsTexts', { count: countTexts(value) })
    if (kind === 'amounts') return wordAmounts(value)
    if (typeof value === 'boolean') return t(value ? 'on' : 'off')
    if (Array.isArray(value)) return t('entries', { count: value.length })
    if (value === '' || value === null) return t('nothing')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  }

export const useWording = () => wordsFor(useTranslation('settings').t)
