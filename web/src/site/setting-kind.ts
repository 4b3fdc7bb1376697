import { z } from 'zod'
import { SiteImage } from '@spacekeeper/contract/site.ts'
import { settings, type Setting, type SettingKey } from '@spacekeeper/contract/settings.ts'

type SettingKind =
  | 'switch'
  | 'select'
  | 'colour'
  | 'line'
  | 'paragraph'
  | 'number'
  | 'amounts'
  | 'cards'
  | 'webcams'
  | 'smsTexts'
  | 'image'
  | 'secret'
  | 'other'

const special: Partial<Record<SettingKey, SettingKind>> = {
  HOME_PAGE_CARDS: 'cards',
  WELCOME_EMAIL_CARDS: 'cards',
  WEBCAM_PAGE_URLS: 'webcams',
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
  const isAmounts = Array.isArray(setting.default) && setting.schema.safeParse([100]).success
  return isAmounts ? 'amounts' : 'other'
}

export const choicesOf = (key: SettingKey): string[] => {
  const { schema } = settingOf(key)
  return schema instanceof z.ZodEnum ? schema.options.map(String) : []
}

const titles: Partial<Record<SettingKey, string>> = {
  SITE_LOCALE_CURRENCY: 'Currency and numbers',
  SITE_BANNER: 'Notice on every page',
  GOOGLE_ANALYTICS_MEASUREMENT_ID: 'Google Analytics ID',
  SENTRY_DSN_FRONTEND: 'Sentry address for clients',
  HOME_PAGE_CARDS: 'Home page cards',
  WELCOME_EMAIL_CARDS: 'Cards in the welcome mail',
  WEBCAM_PAGE_URLS: 'Webcams',
  THEME_PRIMARY: 'Primary',
  THEME_TOOLBAR: 'Toolbar',
  THEME_ACCENT: 'Accent',
  THEME_DARK: 'Dark',
  THEME_FILL_TOOLBAR: 'Fill the toolbar',
  EMAIL_ADMIN: 'Email of the administrators',
  EMAIL_SYSADMIN: 'Email of the technical contact',
  EMAIL_DEFAULT_FROM: 'Sender of mails',
  SITE_MAIL_ADDRESS: 'Postal address',
  STATS_CARD_IMAGE: 'Statistics picture',
  ENABLE_WEBCAMS: 'Webcams page',
  ENABLE_PROXY_VOTING: 'Proxy voting',
  ENABLE_STRIPE: 'Card payments',
  ENABLE_STRIPE_MEMBERSHIP_PAYMENTS: 'Membership payments',
  ENABLE_MEMBERBUCKS: 'Prepaid balance',
  ENABLE_PORTAL_SITE_SIGN_IN: 'Signing in on site',
  ENABLE_PORTAL_MEMBERS_ON_SITE: 'Members on site',
  KIOSK_PIN: 'PIN at kiosks for everybody',
  ENABLE_DOOR_BUMP_API: 'Commands by API key',
  ENABLE_STATS_PAGE: 'Statistics page',
  ENABLE_THEME_SWIPE: 'Themes when somebody is let in',
  THEME_SWIPE_URL: 'Address that plays themes',
  ENABLE_DEVICE_ALARMS: 'Alarms of devices',
  DEVICE_ALARM_MINUTES: 'Minutes until an alarm',
  DEVICE_ALARM_ADDRESS: 'Email for alarms',
  INDUCTION_ENROL_LINK: 'Address of the online induction',
  POST_INDUCTION_URL: 'Address for booking an induction',
  COLLECT_VEHICLE_REGISTRATION_PLATE: 'Vehicle plate',
  MEMBERBUCKS_NAME: 'Name of the balance',
  STRIPE_MEMBERBUCKS_TOPUP_OPTIONS: 'Amounts to top up',
  ENABLE_DISCORD_INTEGRATION: 'Post to Discord',
  DISCORD_DOOR_WEBHOOK: 'Discord webhook for doors',
  DISCORD_INTERLOCK_WEBHOOK: 'Discord webhook for machines',
  DISCORD_MEMBERBUCKS_PURCHASE_WEBHOOK: 'Discord webhook for purchases',
  ENABLE_SLACK_INTEGRATION: 'Post to Slack',
  SLACK_DOOR_WEBHOOK: 'Slack webhook for doors',
  SLACK_INTERLOCK_WEBHOOK: 'Slack webhook for machines',
  SLACK_MEMBERBUCKS_PURCHASE_WEBHOOK: 'Slack webhook for purchases',
  SMS_ENABLE: 'Text messages',
  SMS_SENDER_ID: 'Sender of text messages',
  SMS_FOOTER: 'Last line of text messages',
  SMS_DEFAULT_COUNTRY_CODE: 'Country of phone numbers',
  SMS_MESSAGES: 'Texts the portal sends by itself',
  TWILIO_ACCOUNT_SID: 'Twilio account',
  TWILIO_AUTH_TOKEN: 'Twilio token',
}

/** The name of a setting on the screen: words of our own, or else those of its key. */
export const titleOf = (key: SettingKey): string => {
  const words = key.toLowerCase().replaceAll('_', ' ')
  return titles[key] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
