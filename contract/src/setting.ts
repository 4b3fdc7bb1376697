import { z } from 'zod'
import { LinkAddress, WebhookAddress } from './addresses.ts'
import { isReadableInk } from './colours.ts'
import { currencies } from './currencies.ts'
import { HomepageCard } from './homepage-card.ts'
import { someKeysOf } from './keys-of.ts'

export const settingGroups = [
  'general',
  'theme',
  'contact',
  'features',
  'signup',
  'payments',
  'meetings',
  'messages',
  'chat',
  'directory',
  'privacy',
  'backups',
] as const

export type SettingGroup = (typeof settingGroups)[number]

/** Rules that only the server knows, beyond the schema: it knows where the portal stands, reads keys, and sees to what follows. */
export type SettingRule = 'askedAddress' | 'chatWebhook' | 'passCertificate' | 'prepaidBalance' | 'serviceAccount'

export type Setting<T = unknown> = {
  group: SettingGroup
  /** Its name on screens and in the audit. */
  title: string
  schema: z.ZodType<T>
  default: T
  /** What it does, for the person who sets it. */
  help: string
  /** Each value it can have, in words. */
  choices?: Readonly<Record<string, string>>
  rule?: SettingRule
  /** Stored encrypted and never given out again. */
  isSecret?: true
  /** Given as files of text, one or several, whose texts stand one after the other. */
  isFile?: true
  /** Changed by administrators only: it could be used to take over an account or to redirect money. */
  isForAdmins?: true
  /** Changed only by a person who just proved who they are, as secrets are: it decides where secrets go, or who gets in. */
  needsProof?: true
  /** It is part of deciding whose card works, so a change of it sends every door its list anew. */
  decidesAccess?: true
  /** Why its default is what it is; members read it, too, where it says how long something about them is kept. */
  reason?: string
  /** What it switches is not part of this version: existing clients may set it, and no screen offers it. */
  isUnbuilt?: true
}

/** In this order as a setting reads: where it stands, what it is called, what it may be, what it is at first, what it does. */
type SettingFacts<T> = [group: SettingGroup, title: string, schema: z.ZodType<T>, value: NoInfer<T>, help: string]

export const setting = <T>(...[group, title, schema, value, help]: SettingFacts<T>): Setting<T> => ({
  group,
  title,
  schema,
  default: value,
  help,
})

export const secret = (
  group: SettingGroup,
  title: string,
  help: string,
  schema: z.ZodType<string> = z.string().max(500),
): Setting<string> => ({ ...setting(group, title, schema, '', help), isSecret: true, isForAdmins: true })

/** The address at which a chat takes posts. */
export const chatWebhook = (title: string, help: string): Setting<string> => ({
  ...secret('chat', title, help, WebhookAddress),
  rule: 'chatWebhook',
})

export const guarded = <T>(...facts: SettingFacts<T>): Setting<T> => ({
  ...setting(...facts),
  isForAdmins: true,
})

export const proven = <T>(described: Setting<T>): Setting<T> => ({ ...described, needsProof: true })

/** Addresses that the portal asks by itself. */
export const askedAddress = <T>(...facts: SettingFacts<T>): Setting<T> => ({
  ...guarded(...facts),
  rule: 'askedAddress',
})

/** The longest that can be asked for; more is for ever. */
const mostDays = 36_500

/** How many days rows of one kind are kept; 0 is for ever. Deleting cannot be undone, so only administrators set it. */
export const keepDays = (
  title: string,
  { least, usual, help }: { least: number; usual: number; help: string },
): Setting<number> => ({
  ...guarded(
    'privacy',
    title,
    z
      .number()
      .int('A number of whole days.')
      .max(mostDays)
      .refine((days) => days === 0 || days >= least, `At least ${least} days, or 0 to keep them for ever.`),
    usual,
    `${help} In days, at least ${least}; 0 is for ever.`,
  ),
  reason: help,
})

export const unbuilt = <T>(described: Setting<T>): Setting<T> => ({ ...described, isUnbuilt: true })

export const Line = z.string().max(200)

export const Paragraph = z.string().max(2000)

export const Name = Line.min(1, 'This cannot be empty.')

export const Colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'A colour as six hexadecimal digits, such as #278ab0.', abort: true })

/** Text is written in it, so it has to be dark enough; what other colours carry is moved until it can be read. */
export const InkColour = Colour.refine(
  (colour) => isReadableInk(colour),
  'Text in this colour could not be read: it needs a contrast of 4.5:1 against the page.',
)

export const HomepageCardInput = HomepageCard.extend({
  title: Line.min(1, 'A card needs a title.'),
  description: Paragraph,
  url: LinkAddress.optional(),
  links: z
    .array(
      z.object({
        url: LinkAddress,
        btn_text: Line.min(1, 'A link needs words.'),
        newLine: z.boolean().optional(),
      }),
    )
    .max(10)
    .optional(),
})

/** Who text messages come from: a number, a name of at most 11 characters, or the id of a messaging service. */
export const SmsSender = z
  .string()
  .regex(
    /^$|^\+?\d{3,15}$|^MG[0-9a-fA-F]{32}$|^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/,
    'A number such as +61400000000, a name of at most 11 letters and digits, or the id of a messaging service.',
  )

/** One text message of several parts; nothing sends none. */
export const SmsText = z.string().trim().max(320)

export const locales = someKeysOf(currencies)
