import { z } from 'zod'
import { fieldMessages, Text, Lines } from '../fields.ts'
import { SomeNames } from '../members/shapes.ts'
import { Instant } from '../route.ts'

export const Words = {
  subject: z.string().trim().min(1, fieldMessages.empty).pipe(Text(150)),
  text: z.string().trim().min(1, fieldMessages.empty).pipe(Lines(10_000)),
}

/** What staff write to many members. An empty line begins a new paragraph. */
export const MailingWords = z.object(Words)

export type MailingWords = z.infer<typeof MailingWords>

export const MailingPreview = z.object({
  /** Stands for exactly these recipients. */
  fingerprint: z.string(),
  /** Of the mailing that this preview may become: however often it is confirmed, it is started once. */
  key: z.string(),
  recipients: SomeNames.extend({ count: z.number().int() }),
  /** Members who turned news off. */
  noNews: z.number().int(),
  /** Who asked staff not to be written to in bulk. */
  leftOut: z.number().int(),
  /** Their address was never verified, so it may belong to another person. */
  unverified: z.number().int(),
  /** The mail as the first of them gets it. */
  html: z.string(),
  isMailConfigured: z.boolean(),
})

export type MailingPreview = z.infer<typeof MailingPreview>

/** How far a mailing is. */
export const Mailing = z.object({
  id: z.number().int(),
  subject: z.string(),
  startedAt: Instant,
  startedBy: z.string(),
  total: z.number().int(),
  sent: z.number().int(),
  /** There was no mail server; they can be sent once there is one. */
  kept: z.number().int(),
  failed: z.number().int(),
  waiting: z.number().int(),
  /** Not sent, because it was stopped. */
  cancelled: z.number().int(),
  /** Not sent, because they turned news off or closed their account meanwhile. */
  skipped: z.number().int(),
  isDone: z.boolean(),
  stopped: z.object({ at: Instant, by: z.string() }).nullable(),
})

export type Mailing = z.infer<typeof Mailing>
