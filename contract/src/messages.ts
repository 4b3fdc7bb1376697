import { z } from 'zod'
import { Id, Instant, routes } from './route.ts'

/**
 * `kept`: there is no mail server, so the message waits here to be read.
 * `failed`: every try was used up; the reason stands beside it.
 */
export const messageStates = ['queued', 'sent', 'kept', 'failed'] as const
export const MessageState = z.enum(messageStates)
export type MessageState = z.infer<typeof MessageState>

export const MessageSummary = z.object({
  id: z.number().int(),
  to: z.string(),
  subject: z.string(),
  state: MessageState,
  attempts: z.number().int(),
  error: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type MessageSummary = z.infer<typeof MessageSummary>

/** `text` is null once a message that carried a secret link has left, and for whoever may not read that link. */
export const Message = MessageSummary.extend({
  text: z.string().nullable(),
  /** It carries a link that lets its holder in. */
  isSecret: z.boolean(),
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

export const messages = routes({
  list: {
    method: 'GET',
    path: '/api/admin/messages/',
    access: 'staff.members',
    summary: 'What the portal sent or keeps to be read, newest first, a page at a time.',
    query: z.object({
      before: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({ messages: z.array(MessageSummary), hasMore: z.boolean(), isMailConfigured: z.boolean() }),
  },
  get: {
    method: 'GET',
    path: '/api/admin/messages/:messageId/',
    access: 'staff.members',
    summary: 'One message with its text.',
    params: z.object({ messageId: Id }),
    output: Message,
    errors: ['notFound'],
  },
  listFailedJobs: {
    method: 'GET',
    path: '/api/admin/jobs/failed/',
    access: 'admin',
    summary: 'Background jobs whose last try failed, at most 100.',
    output: z.object({ jobs: z.array(FailedJob) }),
  },
})
