import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { Mailing } from '../mailings/shapes.ts'
import { Id, routes, Empty, MemberParams } from '../route.ts'
import {
  MessageChannel,
  MessageState,
  MessageSummary,
  Message,
  MessageSample,
  FailedJob,
  KeptMessages,
} from './shapes.ts'
import { mailProblems, maxSmsLength } from './words.ts'

const SmsBody = z
  .string()
  .trim()
  .min(1, fieldMessages.empty)
  .max(maxSmsLength)
  .refine((text) => !text.includes('\u0000'), 'Must be plain text.')

const Params = z.object({ messageId: Id })

export const messagesApi = routes({
  list: {
    method: 'GET',
    path: '/api/admin/messages/',
    access: 'staff.members',
    summary:
      'What the portal sent or keeps to be read, newest first, a page at a time. A mailing is one row, unless its messages or those to a member are asked for.',
    query: z.object({
      before: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      channel: MessageChannel.optional(),
      state: MessageState.optional(),
      /** Found in the subject, in the address it went to, and in the name of the member. */
      text: Text(100).optional(),
      member: Id.optional(),
      /** Only the messages of this mailing. */
      mailing: Id.optional(),
    }),
    output: z.object({
      messages: z.array(MessageSummary),
      /** The mailings of this page; `place` says where among the messages they belong. */
      mailings: z.array(Mailing.extend({ place: z.number().int() })),
      /** What to ask for as `before` to get the next page. */
      next: z.number().int().nullable(),
      hasMore: z.boolean(),
      isMailConfigured: z.boolean(),
      mailProblems: z.array(z.enum(mailProblems)),
      isSmsConfigured: z.boolean(),
      /** On the first page; null when there are none. */
      kept: KeptMessages.nullable(),
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
  sendKept: {
    method: 'POST',
    path: '/api/admin/messages/kept/',
    access: 'staff.members',
    summary: 'Sends all messages that were kept while there was nothing to send them with; at most 10,000 at once.',
    output: z.object({ queued: z.number().int() }),
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
    summary: 'Sends the caller a test message, to see whether it arrives. It is tried once.',
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
    params: MemberParams,
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
    params: z.object({ jobId: z.string().regex(/^\d{1,18}$/, 'The number of a job.') }),
    output: Empty,
    errors: ['notFound'],
  },
})
