import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { settingKind, settingValueWord } from './setting-kind.ts'

export type DescribeValue = (key: SettingKey, value: unknown) => string

export const formatAmounts = (value: unknown) =>
  Array.isArray(value) ? value.map((cents) => String(Number(cents) / 100)).join(', ') : ''

const countTexts = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.values(value).filter((text) => text !== '').length : 0

/** Some choices in their order. */
const orderWords = (key: SettingKey, value: unknown) =>
  Array.isArray(value) ? value.map((choice) => settingValueWord(key, String(choice))).join(', ') : ''

/** Gives a function that says a value of a setting in words, for its default and its history. */
const wordsFor =
  (t: Translate<'settings'>): DescribeValue =>
  (key, value) => {
    const kind = settingKind(key)
    if (kind === 'secret') return t('newSecret')
    if (kind === 'smsTexts') return t('smsTexts', { count: countTexts(value) })
    if (kind === 'amounts') return formatAmounts(value)
    if (kind === 'order') return orderWords(key, value) || t('nothing')
    if (typeof value === 'boolean') return t(value ? 'on' : 'off')
    if (Array.isArray(value)) return t('entries', { count: value.length })
    if (value === '' || value === null) return t('nothing')
    if (typeof value === 'string') return settingValueWord(key, value)
    return typeof value === 'number' ? String(value) : JSON.stringify(value)
  }

export const useDescribedValues = () => wordsFor(useTranslation('settings').t)
