import type { SiteLocale } from '../currencies.ts'

export type ChatService = 'discord' | 'slack'

/** What a webhook hears of. */
export type ChatTopic = 'doors' | 'interlocks' | 'purchases' | 'issues'

/** The webhooks there are, each a setting that holds its address, whose they are and what is said there. */
export const chatWebhooks = {
  DISCORD_DOOR_WEBHOOK: { service: 'discord', topic: 'doors' },
  DISCORD_INTERLOCK_WEBHOOK: { service: 'discord', topic: 'interlocks' },
  DISCORD_MEMBERBUCKS_PURCHASE_WEBHOOK: { service: 'discord', topic: 'purchases' },
  DISCORD_REPORT_ISSUE_WEBHOOK: { service: 'discord', topic: 'issues' },
  SLACK_DOOR_WEBHOOK: { service: 'slack', topic: 'doors' },
  SLACK_INTERLOCK_WEBHOOK: { service: 'slack', topic: 'interlocks' },
  SLACK_MEMBERBUCKS_PURCHASE_WEBHOOK: { service: 'slack', topic: 'purchases' },
  SLACK_REPORT_ISSUE_WEBHOOK: { service: 'slack', topic: 'issues' },
} as const satisfies Record<string, { service: ChatService; topic: ChatTopic }>

/** Each currency a space can have, with how it is written there. */
export const currencyWords = {
  'en-AU': 'Australian dollar, $12.50',
  'en-NZ': 'New Zealand dollar, $12.50',
  'en-US': 'US dollar, $12.50',
  'en-GB': 'Pound sterling, £12.50',
  'en-IE': 'Euro, €12.50',
  'sv-SE': 'Swedish krona, 12,50 kr',
} as const satisfies Record<SiteLocale, string>

/** What else people call a setting, for searching. */
export const settingWords: Readonly<Record<string, string>> = {
  SITE_NAME: 'title brand space',
  SITE_OWNER: 'organisation organization club association',
  SITE_TIME_ZONE: 'timezone clock hours date time day midnight',
  SITE_LOCALE_CURRENCY: 'euro dollar pound krona kronor eur usd aud nzd gbp sek money locale country',
  SITE_LOGO: 'picture image brand',
  SITE_FAVICON: 'picture image tab brand',
  MENU_BACKGROUND: 'picture image',
  THEME_PRIMARY: 'color colour theme brand look',
  THEME_TOOLBAR: 'color colour theme brand look',
  THEME_ACCENT: 'color colour theme brand look',
  THEME_DARK: 'color colour theme dark mode',
  SITE_BANNER: 'announcement news warning',
  EMAIL_ADMIN: 'mail administrator contact notices',
  EMAIL_SYSADMIN: 'mail support contact',
  EMAIL_DEFAULT_FROM: 'mail from reply address noreply',
  SMS_ENABLE: 'sms twilio phone',
  SMS_DEFAULT_COUNTRY_CODE: 'sms phone mobile number prefix +49 +44 +1 +61',
  SMS_MESSAGES: 'sms template wording',
  TWILIO_ACCOUNT_SID: 'sms provider',
  TWILIO_AUTH_TOKEN: 'sms provider secret',
  ENABLE_MEMBERBUCKS: 'money wallet credit account memberbucks',
  MACHINE_MOST_COST: 'money price cap limit maximum laser',
  MACHINE_GRACE_MINUTES: 'suspended revoked lost card switch off stop running use grace',
  MACHINE_CHARGED_HOURS: 'price cap limit maximum duration time unattended',
  MEMBERBUCKS_NAME: 'money wallet credit spacebucks',
  MEMBERBUCKS_MAX_TOPUP: 'limit maximum pay donate top up balance',
  ENABLE_PORTAL_SITE_SIGN_IN: 'check in checkin attendance',
  REQUIRE_SITE_SIGN_IN: 'check in checkin attendance must demand rule door',
  ENABLE_PORTAL_MEMBERS_ON_SITE: 'who is here attendance privacy',
  ENABLE_STORAGE: 'shelf box locker pallet place',
  STORAGE_GRACE_DAYS: 'shelf box locker clear leave',
  ENABLE_LEAVING: 'offboarding goodbye end membership checklist',
  LEAVING_ACCESS_DAYS: 'offboarding cards grants sessions',
  LEAVING_BALANCE_DAYS: 'offboarding refund donate',
  ENABLE_DOOR_BUMP_API: 'api token home assistant script',
  ENABLE_DISCORD_INTEGRATION: 'chat webhook',
  ENABLE_SLACK_INTEGRATION: 'chat webhook',
  BANK_ACCOUNT_NAME: 'transfer holder owner beneficiary',
  BANK_ACCOUNT_NUMBER: 'iban bsb transfer',
  BANK_BIC: 'swift',
  BANK_ALIAS: 'payid pix swish bizum twint osko phone abn',
  BANK_ALIAS_NAME: 'payid pix swish bizum twint',
  BANK_RECEIPTS: 'transfer mail receipt confirmation',
  DEBIT_SCHEME: 'sepa becs aba mandate lastschrift autogiro',
  DEBIT_CREDITOR_ID: 'sepa mandate gläubiger',
  DEBIT_PAIN_VERSION: 'sepa xml pain',
  DEBIT_ABA_USER_ID: 'becs apca',
  DEBIT_ABA_BANK: 'becs apca',
  DEBIT_NOTICE_DAYS: 'sepa prenotification pre-notification mandate',
  REPORT_ISSUE_ENABLE_EMAIL: 'broken fault defect problem damage',
  REPORT_ISSUE_ENABLE_TRELLO: 'broken fault defect problem card',
  REPORT_ISSUE_ENABLE_VIKUNJA: 'broken fault defect problem task todo',
  ISSUE_LOCKS_UNSAFE_DEVICE: 'issue report danger lockout maintenance broken',
  WEBCAM_PAGE_URLS: 'camera cctv snapshot mjpeg picture',
  WEBCAM_LOGINS: 'camera password user',
  ENABLE_SPACE_DIRECTORY: 'spaceapi hackerspace open closed state',
  SPACE_DIRECTORY_LOCATION_LAT: 'spaceapi coordinates map position gps',
  SPACE_DIRECTORY_LOCATION_LON: 'spaceapi coordinates map position gps',
  SPACE_DIRECTORY_COUNTS_PEOPLE: 'spaceapi people_now_present privacy',
  KEEP_SWIPES_DAYS: 'retention gdpr privacy delete',
  KEEP_UNKNOWN_CARDS_DAYS: 'retention gdpr privacy delete refused',
  KEEP_VISITS_DAYS: 'retention gdpr privacy delete',
  KEEP_USES_DAYS: 'retention gdpr privacy delete',
  KEEP_CONNECTIONS_DAYS: 'retention delete log',
  KEEP_MESSAGE_TEXTS_DAYS: 'retention gdpr privacy delete mail',
  KEEP_MESSAGES_DAYS: 'retention gdpr privacy delete mail',
  KEEP_LOGINS_DAYS: 'retention gdpr privacy delete address',
  KEEP_AUDIT_DAYS: 'retention gdpr privacy delete log',
  GOOGLE_ANALYTICS_MEASUREMENT_ID: 'tracking statistics',
  COLLECT_VEHICLE_REGISTRATION_PLATE: 'car parking licence license number',
}

/** What people look for among the settings and is set elsewhere, or nowhere. */
export const setElsewhere: readonly { title: string; words: string; text: string }[] = [
  {
    title: 'Mail server',
    words: 'smtp email host port server outgoing',
    text: 'The mail server is set where the portal runs, as SMTP_URL. Messages shows whether it works.',
  },
  {
    title: 'Language',
    words: 'translation english german deutsch french swedish locale',
    text: 'The portal is in English. Dates and numbers follow the language of each browser.',
  },
]
