import { z } from 'zod'
import { fieldMessages, Lines, Text } from './fields.ts'
import { Instant, routes } from './route.ts'
import { Selection, SomeNames } from './rosters.ts'

const Words = {
  subject: z.string().trim().min(1, fieldMessages.empty).pipe(Text(150)),
  text: z.string().trim().min(1, fieldMessages.empty).pipe(Lines(10_000)),
}
/** What staff write to many members. An empty line begins a new paragraph. */
export const MailingWords = z.object(Words)
export type MailingWords = z.infer<typeof MailingWords>

const Wish = {
  ...Words,
  selection: Selection,
  /** It also goes to those who asked not to be written to in bulk. */
  concernsMembership: z.boolean().default(false),
}

export const MailingPreview = z.object({
  /** Stands for exactly these recipients. */
  fingerprint: z.string(),
  /** Of the mailing that this preview may become: however often it is confirmed, it is started once. */
  key: z.string(),
  recipients: SomeNames.extend({ count: z.number().int() }),
  /** Who asked not to be written to in bulk. */
  leftOut: z.number().int(),
  /** Whose address was never verified, so that it may be somebody else's. */
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
  /** There is no mail server; they wait in the outbox to be read. */
  kept: z.number().int(),
  failed: z.number().int(),
  isDone: z.boolean(),
})
export type Mailing = z.infer<typeof Mailing>

export const mailings = routes({
  preview: {
    method: 'POST',
    path: '/api/admin/mailings/preview/',
    access: 'staff.members',
    summary: 'Whom a message would reach, and how it would look.',
    body: z.object(Wish),
    output: MailingPreview,
  },
  start: {
    method: 'POST',
    path: '/api/admin/mailings/',
    access: 'staff.members',
    summary: 'Sends a message to exactly those the preview named, each one once.',
    body: z.object({ ...Wish, fingerprint: z.string().min(1).max(100), key: z.string().min(1).max(100) }),
    output: z.object({ mailingId: z.number().int() }),
    errors: ['previewOutdated'],
  },
  list: {
    method: 'GET',
    path: '/api/admin/mailings/',
    access: 'staff.members',
    summary: 'The newest messages to many members, at most ten, and how far each is.',
    output: z.object({ mailings: z.array(Mailing) }),
  },
})
