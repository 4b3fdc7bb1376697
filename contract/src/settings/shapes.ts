import { z } from 'zod'
import { Instant } from '../route.ts'

export const ChatWebhook = z.enum([
  'DISCORD_DOOR_WEBHOOK',
  'DISCORD_INTERLOCK_WEBHOOK',
  'DISCORD_MEMBERBUCKS_PURCHASE_WEBHOOK',
  'DISCORD_REPORT_ISSUE_WEBHOOK',
  'SLACK_DOOR_WEBHOOK',
  'SLACK_INTERLOCK_WEBHOOK',
  'SLACK_MEMBERBUCKS_PURCHASE_WEBHOOK',
  'SLACK_REPORT_ISSUE_WEBHOOK',
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

/** The pictures of a site, each a setting that holds its address. */
export const SiteImage = z.enum(['SITE_LOGO', 'SITE_FAVICON', 'MENU_BACKGROUND', 'STATS_CARD_IMAGE'])

export type SiteImage = z.infer<typeof SiteImage>

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
