import { someKeysOf } from '@spacekeeper/contract/keys-of.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { handle, job, type Job, type JobHandler } from '#platform/jobs/job.ts'
import { queueEmailChange } from './auth/mails.ts'
import { queueNewDevice } from './auth/strong/mails.ts'
import { memberMails, queueEmailReplaced, queueReason } from './members/mails.ts'
import { messagesChanged } from './messages/outbox.ts'
import { queueClosed } from './profile/mails.ts'
import { leaveStripe } from './stripe/earlier/left-plans.ts'
import { takeOver } from './stripe/earlier/takeovers.ts'

const MailedMember = z.object({ memberId: z.number().int() })

/** Writes the mail of a job to a member, unless the account is closed. */
const forMember = <S extends typeof MailedMember>(
  declared: Job<S>,
  queue: (work: Work, payload: z.infer<S>) => Promise<void>,
): JobHandler =>
  handle(declared, async (ctx: Ctx, payload) => {
    const open = ctx.db
      .selectFrom('members')
      .select('id')
      .where('id', '=', payload.memberId)
      .where('closed_at', 'is', null)
    if (!(await open.executeTakeFirst())) return
    await record(ctx, async (work) => ({ result: await queue(work, payload), tell: [messagesChanged] }))
  })

const mailClosedJob = job(
  'mailClosed',
  MailedMember.extend({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    isSuspended: z.boolean(),
    closedBy: z.string().nullable().default(null),
  }),
)

const mailEmailChangeJob = job(
  'mailEmailChange',
  MailedMember.extend({ step: z.enum(['asked', 'proposed', 'done']), from: z.string(), to: z.string() }),
)

const mailNewDeviceJob = job(
  'mailNewDevice',
  MailedMember.extend({ device: z.string(), address: z.string(), at: z.string() }),
)

const ref = z.string().max(100)

/** A plan changed while Stripe kept it, or was to become the plan of a member: the portal charges it now. */
const followProviderJob = job('followProvider', z.object({ subscriptionId: z.number().int() }))
const adoptSubscriptionJob = job('adoptSubscription', z.object({ subscriptionId: z.number().int(), ref }))

/** Kinds of jobs that earlier versions added: none is added any more, and those that wait at an update are still done. */
export const formerJobs: JobHandler[] = [
  handle(mailClosedJob, (ctx, { closedBy, ...closed }) =>
    record(ctx, async (work) => {
      const closer = closedBy === null ? null : { id: null, name: closedBy }
      return { result: await queueClosed(work, { ...closed, closer }), tell: [messagesChanged] }
    }),
  ),
  forMember(mailEmailChangeJob, queueEmailChange),
  forMember(mailNewDeviceJob, queueNewDevice),
  // These two are named by the migration that found them among the mails to members.
  forMember(job('mailFormerAddress', MailedMember.extend({ formerEmail: z.string() })), queueEmailReplaced),
  forMember(
    job('mailReason', MailedMember.extend({ mail: z.enum(someKeysOf(memberMails)), reason: z.string() })),
    queueReason,
  ),
  handle(followProviderJob, takeOver),
  handle(adoptSubscriptionJob, takeOver),
  handle(job('leaveProvider', z.object({ ref })), (ctx, left) => leaveStripe(ctx, left.ref)),
  // Stripe is told of no prices any more.
  handle(job('offerChanged', z.unknown()), () => Promise.resolve()),
]
