import { z } from 'zod'
import { fieldMessages, Text } from './fields.ts'
import { Empty, Id, Instant, routes } from './route.ts'

export const messageChannels = ['email', 'sms'] as const
export const MessageChannel = z.enum(messageChannels)
export type MessageChannel = z.infer<typeof MessageChannel>

/**
 * `kept`: there is nothing to send it with, so the message waits here to be read.
 * `failed`: every try was used up, or it was refused for good; the reason stands beside it.
 * `cancelled`: an administrator stopped it before it left.
 */
export const messageStates = ['queued', 'sent', 'kept', 'failed', 'cancelled'] as const
export const MessageState = z.enum(messageStates)
export type MessageState = z.infer<typeof MessageState>

/** Occasions on which the portal writes a text message by itself, by the names existing settings use. */
export const smsOccasions = ['activated_access', 'deactivated_access', 'inactive_swipe', 'locked_out_swipe'] as const
export const SmsOccasion = z.enum(smsOccasions)
export type SmsOccasion = z.infer<typeof SmsOccasion>

export const MessageSummary = z.object({
  id: z.number().int(),
  channel: MessageChannel,
  /** An address, or a phone number as people of the site's country write it. */
  to: z.string(),
  /** Whom it is about, where that is a member. */
  member: z.object({ id: z.number().int(), fullName: z.string() }).nullable(),
  /** The subject of a mail; of a text message, its beginning. */
  subject: z.string(),
  state: MessageState,
  attempts: z.number().int(),
  error: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type MessageSummary = z.infer<typeof MessageSummary>

/**
 * Why a message cannot be sent now. `settled`: it is on its way, was sent, or was stopped. `notKept`: it carried a
 * secret link, and its text is gone. `expired`: its link does not work any more. `notSetUp`: there is nothing to send
 * it with.
 */
export const retryRefusals = ['settled', 'notKept', 'expired', 'notSetUp'] as const
export type RetryRefusal = (typeof retryRefusals)[number]

/** `text` and `html` are null once a message that carried a secret link has left; a text message has no `html`. */
export const Message = MessageSummary.extend({
  text: z.string().nullable(),
  html: z.string().nullable(),
  isSecret: z.boolean(),
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

/** Of two text messages' length, as existing clients count it. */
export const maxSmsLength = 320
const SmsBody = z
  .string()
  .trim()
  .min(1, fieldMessages.empty)
  .max(maxSmsLength, `Must be at most ${maxSmsLength} characters.`)
  .refine((text) => !text.includes('\u0000'), 'Must be plain text.')

const Params = z.object({ messageId: Id })

export const messages = routes({
  list: {
    method: 'GET',
    path: '/api/admin/messages/',
    access: 'staff.members',
    summary: 'What the portal sent or keeps to be read, newest first, a page at a time.',
    query: z.object({
      before: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      channel: MessageChannel.optional(),
      state: MessageState.optional(),
      /** Found in the subject, in whom it went to, and in the name of the member. */
      text: Text(100).optional(),
      member: Id.optional(),
    }),
    output: z.object({
      messages: z.array(MessageSummary),
      hasMore: z.boolean(),
      isMailConfigured: z.boolean(),
      isSmsConfigured: z.boolean(),
    }),
  },
  get: {
    method: 'GET',
    path: '/api/admin/messages/:messageId/',
    access: 'staff.members',
    summary: 'One message with its text.',
    params: Params,
    output: Message,
    errors: ['notFound'],
  },
  retry: {
    method: 'POST',
    path: '/api/admin/messages/:messageId/retry/',
    access: 'staff.members',
    summary: 'Sends a message that failed, or was kept while there was nothing to send it with.',
    params: Params,
    output: Empty,
    errors: ['notFound', 'messageSettled'],
    rate: 'mail',
  },
  cancel: {
    method: 'POST',
    path: '/api/admin/messages/:messageId/cancel/',
    access: 'staff.members',
    summary: 'Stops a message that waits to be sent. What the portal writes by itself, only administrators stop.',
    params: Params,
    output: Empty,
    errors: ['notFound', 'notAllowed', 'messageSettled'],
  },
  sendTest: {
    method: 'POST',
    path: '/api/admin/messages/test/',
    access: 'staff.members',
    summary: 'Sends the caller himself a message, to see whether it arrives. It is tried once.',
    body: z.object({ channel: MessageChannel }),
    output: z.object({ messageId: z.number().int() }),
    errors: ['noPhoneNumber', 'smsNotSetUp', 'tooManyRequests'],
    rate: 'mail',
  },
  listSamples: {
    method: 'GET',
    path: '/api/admin/messages/samples/',
    access: 'staff.members',
    summary: 'Every message the portal writes by itself, as it looks on this site.',
    output: z.object({ samples: z.array(MessageSample) }),
  },
  sendSms: {
    method: 'POST',
    path: '/api/admin/members/:memberId/sendsms/',
    access: 'staff.members',
    summary: 'Writes a text message to a member; the footer of the site is added.',
    params: z.object({ memberId: Id }),
    body: z.object({ smsBody: SmsBody }),
    unknownFields: 'ignored',
    output: Empty,
    errors: ['notFound', 'noPhoneNumber', 'smsNotSetUp', 'tooManyRequests'],
    rate: 'mail',
  },
  listFailedJobs: {
    method: 'GET',
    path: '/api/admin/jobs/failed/',
    access: 'admin',
    summary: 'Background jobs whose last try failed, at most 100.',
    output: z.object({ jobs: z.array(FailedJob) }),
  },
  retryJob: {
    method: 'POST',
    path: '/api/admin/jobs/:jobId/retry/',
    access: 'admin',
    summary: 'Tries a failed background job again at once.',
    params: z.object({ jobId: z.string().regex(/^\d{1,18}$/) }),
    output: Empty,
    errors: ['notFound'],
  },
})
