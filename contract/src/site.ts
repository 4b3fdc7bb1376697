import { z } from 'zod'
import { Empty, Instant, routes, type Upload } from './route.ts'

/** A card on the home page: a link out, a link within the portal, several links, or just words. */
export const HomepageCard = z.object({
  title: z.string(),
  description: z.string(),
  icon: z.string().optional(),
  url: z.string().optional(),
  btn_text: z.string().optional(),
  routerLink: z.object({ name: z.string() }).optional(),
  links: z.array(z.object({ url: z.string(), btn_text: z.string(), newLine: z.boolean().optional() })).optional(),
})
export type HomepageCard = z.infer<typeof HomepageCard>

export const SiteConfig = z.object({
  version: z.string(),
  loggedIn: z.boolean(),
  /** Whether this browser is a kiosk, or waits to be one. */
  kiosk: z.enum(['pending', 'authorised']).nullable(),
  general: z.object({ siteName: z.string(), siteOwner: z.string(), siteLocaleCurrency: z.string() }),
  contact: z.object({ admin: z.string(), sysadmin: z.string(), address: z.string() }),
  homepageCards: z.array(HomepageCard),
  /** Pairs of title and image address. */
  webcamLinks: z.array(z.array(z.string())),
  keys: z.object({ stripePublishableKey: z.string() }),
  features: z.object({
    /** Amounts in cents. */
    memberbucks_topup_options: z.array(z.number().int()),
    memberbucksName: z.string(),
    enableProxyVoting: z.boolean(),
    enableStripe: z.boolean(),
    enableMembershipPayments: z.boolean(),
    enableWebcams: z.boolean(),
    enableSiteSignIn: z.boolean(),
    enableMembersOnSite: z.boolean(),
    enableStatsPage: z.boolean(),
    enableMemberBucks: z.boolean(),
    signup: z.object({
      inductionLink: z.string(),
      requireAccessCard: z.boolean(),
      postInductionUrl: z.string(),
      collectVehicleRegistrationPlate: z.boolean(),
    }),
    siteBanner: z.string(),
    sms: z.object({ enable: z.boolean(), senderId: z.string(), footer: z.string() }),
  }),
  images: z.object({
    siteLogo: z.string(),
    statsCard: z.string(),
    siteFavicon: z.string(),
    menuBackground: z.string(),
  }),
  theme: z.object({
    themePrimary: z.string(),
    themeToolbar: z.string(),
    themeAccent: z.string(),
    themeDark: z.string(),
    /** Whether the toolbar is filled with its colour; quiet otherwise. */
    fillToolbar: z.boolean(),
  }),
  analyticsId: z.string(),
  sentryDSN: z.string(),
})
export type SiteConfig = z.infer<typeof SiteConfig>

export type ChatService = 'discord' | 'slack'
/** What a webhook hears of. */
export type ChatTopic = 'doors' | 'interlocks' | 'purchases'
/** The webhooks there are, each a setting that holds its address, whose they are and what is said there. */
export const chatWebhooks = {
  DISCORD_DOOR_WEBHOOK: { service: 'discord', topic: 'doors' },
  DISCORD_INTERLOCK_WEBHOOK: { service: 'discord', topic: 'interlocks' },
  DISCORD_MEMBERBUCKS_PURCHASE_WEBHOOK: { service: 'discord', topic: 'purchases' },
  SLACK_DOOR_WEBHOOK: { service: 'slack', topic: 'doors' },
  SLACK_INTERLOCK_WEBHOOK: { service: 'slack', topic: 'interlocks' },
  SLACK_MEMBERBUCKS_PURCHASE_WEBHOOK: { service: 'slack', topic: 'purchases' },
} as const satisfies Record<string, { service: ChatService; topic: ChatTopic }>
export const ChatWebhook = z.enum([
  'DISCORD_DOOR_WEBHOOK',
  'DISCORD_INTERLOCK_WEBHOOK',
  'DISCORD_MEMBERBUCKS_PURCHASE_WEBHOOK',
  'SLACK_DOOR_WEBHOOK',
  'SLACK_INTERLOCK_WEBHOOK',
  'SLACK_MEMBERBUCKS_PURCHASE_WEBHOOK',
])
export type ChatWebhook = z.infer<typeof ChatWebhook>

/** How a webhook does. */
export const ChatState = z.object({
  key: ChatWebhook,
  service: z.enum(['discord', 'slack']),
  /** It has an address. */
  isSet: z.boolean(),
  /** It hears of what happens: it has an address and its service is switched on. */
  isOpen: z.boolean(),
  /** Lines not said yet. */
  waiting: z.number().int(),
  postedAt: Instant.nullable(),
  /** Null while the last post was taken. */
  failingSince: Instant.nullable(),
  error: z.string().nullable(),
  nextTryAt: Instant.nullable(),
  /** Lines not said and never said any more, since it fails. */
  givenUp: z.number().int(),
})
export type ChatState = z.infer<typeof ChatState>

const SettingKey = z.string().min(1).max(100)
/** A setting as existing clients know it. Its value has the type that its key asks for. */
const KeyAndValue = z.object({ key: z.string(), value: z.unknown() })

/** The pictures of a site, each a setting that holds its address. */
export const SiteImage = z.enum(['SITE_LOGO', 'SITE_FAVICON', 'MENU_BACKGROUND', 'STATS_CARD_IMAGE'])
export type SiteImage = z.infer<typeof SiteImage>

/** What may be uploaded as a picture. */
export const pictureUpload = {
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: 5_000_000,
} as const satisfies Upload

/** A setting as the settings screen shows it. The value of a secret is never in it. */
export const SettingState = z.object({
  key: z.string(),
  value: z.unknown(),
  /** False while the default counts. */
  isSet: z.boolean(),
  changedAt: Instant.nullable(),
  changedBy: z.string().nullable(),
})
export type SettingState = z.infer<typeof SettingState>

/** A change of a setting; `value` is null where it went back to the default, and for secrets. */
export const SettingChange = z.object({
  at: Instant,
  by: z.string().nullable(),
  isReset: z.boolean(),
  value: z.unknown(),
})
export type SettingChange = z.infer<typeof SettingChange>

export const site = routes({
  getConfig: {
    method: 'GET',
    path: '/api/config/',
    access: 'anyone',
    summary: 'What the portal is called, looks like and can do here.',
    output: SiteConfig,
  },
  listSettings: {
    method: 'GET',
    path: '/api/admin/settings/',
    access: 'staff.settings',
    summary: 'Every setting with its value; secrets are left out.',
    output: z.array(KeyAndValue),
  },
  getSetting: {
    method: 'GET',
    path: '/api/admin/settings/:key/',
    access: 'staff.settings',
    summary: 'One setting. Secrets are not found.',
    params: z.object({ key: SettingKey }),
    output: KeyAndValue,
    errors: ['notFound'],
  },
  changeSetting: {
    method: 'PUT',
    path: '/api/admin/settings/:key/',
    access: 'staff.settings',
    summary: 'Sets a setting; its value is checked. Secrets and some others only by administrators.',
    params: z.object({ key: SettingKey }),
    body: z.object({ value: z.unknown() }),
    output: KeyAndValue,
    errors: ['notFound', 'notAllowed'],
  },
  resetSetting: {
    method: 'DELETE',
    path: '/api/admin/settings/:key/',
    access: 'staff.settings',
    summary: 'Back to the default; a secret is removed. Secrets and some others only by administrators.',
    params: z.object({ key: SettingKey }),
    output: Empty,
    errors: ['notFound', 'notAllowed'],
  },
  describeSettings: {
    method: 'GET',
    path: '/api/admin/site/settings/',
    access: 'staff.settings',
    summary: 'Every setting with who changed it last and when; of secrets only whether they are set.',
    output: z.object({ settings: z.array(SettingState) }),
  },
  listSettingChanges: {
    method: 'GET',
    path: '/api/admin/site/settings/:key/changes/',
    access: 'staff.settings',
    summary: 'The last 20 changes of a setting, newest first.',
    params: z.object({ key: SettingKey }),
    output: z.object({ changes: z.array(SettingChange) }),
    errors: ['notFound'],
  },
  uploadImage: {
    method: 'PUT',
    path: '/api/admin/site/images/:key/',
    access: 'staff.settings',
    summary: 'Makes a picture of the site of what is uploaded, and sets it. DELETE the setting to go back.',
    params: z.object({ key: SiteImage }),
    upload: pictureUpload,
    output: KeyAndValue,
    errors: ['tooLarge', 'wrongType'],
  },
  listChats: {
    method: 'GET',
    path: '/api/admin/site/chats/',
    access: 'staff.settings',
    summary: 'The chat webhooks: whether posts arrive, what waits, and why one fails. Their addresses are secrets.',
    output: z.object({ chats: z.array(ChatState) }),
  },
  testChat: {
    method: 'POST',
    path: '/api/admin/site/chats/:key/test/',
    access: 'staff.settings',
    summary: 'Queues a test post; whether it arrived stands in the list.',
    params: z.object({ key: ChatWebhook }),
    output: Empty,
  },
})
