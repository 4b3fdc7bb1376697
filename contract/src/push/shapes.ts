import { z } from 'zod'
import { someKeysOf } from '../keys-of.ts'
import { Instant } from '../route.ts'
import { phonePlatforms, pushFailures, pushOccasionWords, pushPlatforms } from './words.ts'

export const PushOccasionName = z.enum(someKeysOf(pushOccasionWords))

/** A browser or an app that is notified. */
export const PushDevice = z.object({
  id: z.number().int(),
  /** It is the one that asks. */
  isCurrent: z.boolean(),
  platform: z.enum(pushPlatforms),
  /** What the phone of an app is called. */
  app: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  addedAt: Instant,
  lastSentAt: Instant.nullable(),
  failure: z.enum(pushFailures).nullable(),
})

export type PushDevice = z.infer<typeof PushDevice>

export const PushState = z.object({
  /** What browsers are given, so that only this portal can notify them. */
  publicKey: z.string(),
  /** The phones whose app can be notified, because the space has set that up. */
  appPlatforms: z.array(z.enum(phonePlatforms)),
  occasions: z.array(PushOccasionName),
  devices: z.array(PushDevice),
})

export type PushState = z.infer<typeof PushState>

const notOfBrowser = 'This isn’t what a browser gives out. Turn notifications off and on again.'

/** Browsers write them with and without padding. */
const base64url = (bytes: number) => {
  const letters = Math.ceil((bytes * 4) / 3)
  return z
    .string()
    .regex(new RegExp(`^[\\w-]{${letters}}={0,2}$`), notOfBrowser)
    .transform((text) => text.slice(0, letters))
}

/** What `PushSubscription.toJSON()` says. */
export const PushSubscriptionBody = z.object({
  endpoint: z.string().min(1, notOfBrowser).max(2000, notOfBrowser),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
})

const notOfPhone = 'This isn’t what a phone gives out. Turn notifications off and on again.'

/** What the push service of a phone gave the app. */
export const PushRegistrationBody = z.object({
  platform: z.enum(phonePlatforms),
  token: z
    .string()
    .max(2000, notOfPhone)
    .regex(/^[\w:.-]{20,}$/, notOfPhone),
})

export type PushRegistrationBody = z.infer<typeof PushRegistrationBody>

/** What travels to the service worker, encrypted. */
export const PushContent = z.object({
  title: z.string(),
  text: z.string(),
  /** The page that it opens. */
  path: z.string().startsWith('/'),
  /** A newer one of the same takes its place. */
  tag: z.string(),
})

export type PushContent = z.infer<typeof PushContent>
