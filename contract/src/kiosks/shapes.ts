import { z } from 'zod'
import { Instant } from '../route.ts'
import { kioskKinds } from './words.ts'

/** What a member enters at a kiosk, beside the card. */
export const Pin = z.string().regex(/^\d{4,8}$/, 'A PIN has 4 to 8 digits.')

/** Members log in at a kiosk; a display only shows. */
export const KioskKind = z.enum(kioskKinds)

/** What a screen may know of itself. */
export const OwnKiosk = z.object({
  kind: KioskKind,
  state: z.enum(['pending', 'authorised']),
  name: z.string(),
  kioskId: z.string(),
  /** To tell screens apart until one is authorised; null afterwards. */
  pairingCode: z.string().nullable(),
  /** How many members are on site, how many guests, and visitors without an account; null until it is authorised. */
  onSite: z.number().int().nullable(),
  guestsOnSite: z.number().int().nullable(),
  visitorsOnSite: z.number().int().nullable(),
  /** The meeting that members check in to here; null for none. */
  meetingId: z.number().int().nullable(),
  /** When the space is or will be open next, within a week; null where nothing is planned. */
  nextOpening: z.object({ startsAt: Instant, endsAt: Instant, timeZone: z.string() }).nullable(),
})

export type OwnKiosk = z.infer<typeof OwnKiosk>

/** A screen as staff see it. Names in the first block are those existing clients read. */
export const Kiosk = z.object({
  id: z.number().int(),
  name: z.string(),
  kioskId: z.string(),
  kioskIp: z.string(),
  lastSeen: Instant,
  playTheme: z.boolean(),
  authorised: z.boolean(),

  kind: KioskKind,
  isOnline: z.boolean(),
  registeredAt: Instant,
  /** As its screen shows it; null once it is authorised. */
  pairingCode: z.string().nullable(),
  /** Who authorised it; null where that is not known. */
  authorisedBy: z.string().nullable(),
  /** An administrator said so: a card logs in members without special rights. Otherwise all type a PIN or password. */
  isCardEnough: z.boolean(),
  /** Another screen has the same name. */
  hasNamesake: z.boolean(),
})

export type Kiosk = z.infer<typeof Kiosk>

/** When a PIN was set, null where there is none; and whether the site asks every member for one. */
export const PinState = z.object({ setAt: Instant.nullable(), isRequired: z.boolean() })

export type PinState = z.infer<typeof PinState>
