import { z } from 'zod'
import { Instant } from '../route.ts'
import { messageChannels, messageStates, smsOccasions, retryRefusals } from './words.ts'

export const MessageChannel = z.enum(messageChannels)

export type MessageChannel = z.infer<typeof MessageChannel>

export const MessageState = z.enum(messageStates)

export type MessageState = z.infer<typeof MessageState>

export const SmsOccasion = z.enum(smsOccasions)

export type SmsOccasion = z.infer<typeof SmsOccasion>

export const MessageSummary = z.object({
  id: z.number().int(),
  channel: MessageChannel,
  /** An address, or a phone number as people of the site's country write it. */
  to: z.string(),
  /** The member it is about, if any. */
  member: z.object({ id: z.number().int(), fullName: z.string() }).nullable(),
  /** The subject of a mail; of a text message, its beginning. */
  subject: z.string(),
  state: MessageState,
  attempts: z.number().int(),
  error: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  hasFiles: z.boolean(),
})

export type MessageSummary = z.infer<typeof MessageSummary>

/** Messages kept while there was nothing to send them with, which can be sent now. */
export const KeptMessages = z.object({ count: z.number().int(), oldest: Instant })

export type KeptMessages = z.infer<typeof KeptMessages>

/** A file that goes with an email. */
export const MessageFile = z.object({ name: z.string(), bytes: z.number().int() })

export type MessageFile = z.infer<typeof MessageFile>

/** `text` and `html` are null once a message that carried a secret link has left; a text message has no `html`. */
export const Message = MessageSummary.extend({
  text: z.string().nullable(),
  html: z.string().nullable(),
  isSecret: z.boolean(),
  /** Deleted together with the text. */
  files: z.array(MessageFile),
  replyTo: z.string().nullable(),
  /** What kind of message it is, such as `welcome`. */
  kind: z.string(),
  /** What the provider calls it. */
  providerId: z.string().nullable(),
  /** Whether the caller may stop it while it waits. */
  mayCancel: z.boolean(),
  /** Null when it can be sent again. */
  retryRefusal: z.enum(retryRefusals).nullable(),
})

export type Message = z.infer<typeof Message>

export const FailedJob = z.object({
  id: z.string(),
  task: z.string(),
  attempts: z.number().int(),
  error: z.string(),
  runAt: Instant,
  /** No further try will be made. */
  isGivenUp: z.boolean(),
})

/** A message the portal writes by itself, with people and places made up for the purpose. */
export const MessageSample = z.object({
  kind: z.string(),
  channel: MessageChannel,
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
})

export type MessageSample = z.infer<typeof MessageSample>
