import { type SettingKey, settings } from '@spacekeeper/contract/index.ts'
import type { Setting } from '@spacekeeper/contract/setting.ts'
import { SiteImage } from '@spacekeeper/contract/settings/shapes.ts'
import { z } from 'zod'

type SettingKind =
  | 'switch'
  | 'select'
  | 'colour'
  | 'line'
  | 'paragraph'
  | 'number'
  | 'amounts'
  | 'order'
  | 'cards'
  | 'namedAddresses'
  | 'addresses'
  | 'smsTexts'
  | 'image'
  | 'secret'
  | 'other'

const special: Partial<Record<SettingKey, SettingKind>> = {
  HOME_PAGE_CARDS: 'cards',
  WELCOME_EMAIL_CARDS: 'cards',
  WEBCAM_PAGE_URLS: 'namedAddresses',
  SPACE_DIRECTORY_LINKS: 'namedAddresses',
  SPACE_DIRECTORY_CAMS: 'addresses',
  SPACE_DIRECTORY_PROJECTS: 'addresses',
  SMS_MESSAGES: 'smsTexts',
  THEME_SWIPE_URL: 'line',
}

export const isImageKey = (key: string): key is SiteImage => SiteImage.safeParse(key).success

const lineLength = 200

const kindOfText = ({ schema }: Setting): SettingKind => {
  if (schema instanceof z.ZodEnum) return 'select'
  return schema instanceof z.ZodString && (schema.maxLength ?? 0) > lineLength ? 'paragraph' : 'line'
}

export const settingOf = (key: SettingKey): Setting => settings[key]

/** How a setting is entered: read off its schema and its default, so that a new one needs no field of its own. */
export const settingKind = (key: SettingKey): SettingKind => {
  const setting = settingOf(key)
  const known = special[key]
  if (known) return known
  if (setting.isSecret) return 'secret'
  if (isImageKey(key)) return 'image'
  if (key.startsWith('THEME_') && typeof setting.default === 'string') return 'colour'
  if (typeof setting.default === 'boolean') return 'switch'
  if (typeof setting.default === 'number') return 'number'
  if (typeof setting.default === 'string') return kindOfText(setting)
  if (Array.isArray(setting.default) && setting.choices) return 'order'
  const isAmounts = Array.isArray(setting.default) && setting.schema.safeParse([100]).success
  return isAmounts ? 'amounts' : 'other'
}

/** A value of a setting in its own words, where it has some. */
export const settingValueWord = (key: SettingKey, value: string): string => settingOf(key).choices?.[value] ?? value

export const choicesOf = (key: SettingKey): { value: string; label: string }[] => {
  const { schema } = settingOf(key)
  if (!(schema instanceof z.ZodEnum)) return []
  return schema.options.map(String).map((value) => ({ value, label: settingValueWord(key, value) }))
}

/** The name of a setting on the screen. */
export const titleOf = (key: SettingKey): string => settingOf(key).title
