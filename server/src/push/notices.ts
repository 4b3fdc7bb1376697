import type { PushOccasion } from '@spacekeeper/contract/push/words.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Tx, type Work } from '#platform/db/change.ts'
import { addJobs } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { cutSentence } from './rules.ts'

/** Something that members may want to hear of at once. Screens, email and text messages say it as well, or instead. */
export type PushNotice = {
  occasion: PushOccasion
  memberIds: readonly number[]
  title: string
  /** One sentence, which stands on a locked screen: what happened, and nothing about anyone else. */
  text: string
  /** The page that it opens. */
  path: `/${string}`
  /** Another notice of the same takes its place; the occasion where it is left out. */
  tag?: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * How long a notice is worth delivering, whether it should wake a device that saves power, and at most how often it
 * comes: a card that is held to a door again and again is one notice.
 */
const terms: Record<PushOccasion, { lifetimeMs: number; isUrgent: boolean; onceInMs: number }> = {
  refusedCard: { lifetimeMs: 10 * minuteMs, isUrgent: true, onceInMs: minuteMs },
  payments: { lifetimeMs: 48 * hourMs, isUrgent: false, onceInMs: 0 },
  machineBack: { lifetimeMs: 24 * hourMs, isUrgent: false, onceInMs: 0 },
  meetings: { lifetimeMs: hourMs, isUrgent: true, onceInMs: 0 },
  votes: { lifetimeMs: 12 * hourMs, isUrgent: true, onceInMs: 0 },
  openings: { lifetimeMs: 12 * hourMs, isUrgent: false, onceInMs: 0 },
}

/** As with mailings: notices that are in no hurry wait for what one person is waiting for. */
const bulkPriority = 10

const most = { title: 100, text: 250 }

export const sendPushJob = job(
  'sendPush',
  z.object({
    pushDeviceId: z.number().int(),
    /** The row with what it says. */
    noticeId: z.number().int(),
    /** How often it was tried before. */
    tries: z.number().int().default(0),
  }),
)

/** Those of these members who want to hear of it, and are not to wait for the next one. */
const claimReaders = async ({ tx, now }: Work, notice: PushNotice): Promise<number[]> => {
  const { occasion, memberIds } = notice
  const { onceInMs } = terms[occasion]
  const rows = await tx
    .updateTable('push_choices')
    .set({ last_at: now })
    .where('occasion', '=', occasion)
    .where('member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .where((is) => is.or([is('last_at', 'is', null), is('last_at', '<=', new Date(now.getTime() - onceInMs))]))
    .returning('member_id')
    .execute()
  return rows.map((row) => row.member_id)
}

const listDevices = (from: Ctx['db'] | Tx, { memberIds, now }: { memberIds: readonly number[]; now: Date }) =>
  from
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .select('d.id')
    .where('d.member_id', '=', sql<number>`any(${memberIds}::int[])`)
    .where('s.expires_at', '>', now)
    .execute()

type DevicePush = Omit<PushNotice, 'occasion' | 'memberIds'> & { tag: string; isUrgent: boolean; lifetimeMs: number }

/** A job for each device, so that one that is away holds up no other. */
export const addPushJobs = async (
  work: Work,
  input: { deviceIds: readonly number[]; push: DevicePush },
): Promise<void> => {
  const { deviceIds, push } = input
  if (deviceIds.length === 0) return
  const { lifetimeMs, isUrgent, path, tag } = push
  const { id: noticeId } = await work.tx
    .insertInto('push_notices')
    .values({
      title: cutSentence(push.title, most.title),
      text: cutSentence(push.text, most.text),
      path,
      tag,
      is_urgent: isUrgent,
      until_at: new Date(work.now.getTime() + lifetimeMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJobs(work, {
    declared: sendPushJob,
    payloads: deviceIds.map((pushDeviceId) => ({ pushDeviceId, noticeId })),
    priority: isUrgent ? 0 : bulkPriority,
  })
}

/** Notifies those of these members who want it on their devices, once the transaction is committed. */
export const queuePush = async (work: Work, notice: PushNotice): Promise<void> => {
  const { tx, ctx } = work
  if (notice.memberIds.length === 0 || !(await ctx.settings.get('ENABLE_PUSH'))) return
  const memberIds = await claimReaders(work, notice)
  if (memberIds.length === 0) return
  const devices = await listDevices(tx, { memberIds, now: ctx.now() })
  const { occasion, tag = occasion, title, text, path } = notice
  await addPushJobs(work, {
    deviceIds: devices.map(({ id }) => id),
    push: { title, text, path, tag, ...terms[occasion] },
  })
}

/** Whether this member is notified of an occasion anywhere: a read, for where a transaction would be too much. */
export const wantsPush = async (
  ctx: Ctx,
  { memberId, occasion }: { memberId: number; occasion: PushOccasion },
): Promise<boolean> => {
  if (!(await ctx.settings.get('ENABLE_PUSH'))) return false
  const row = await ctx.db
    .selectFrom('push_choices as c')
    .innerJoin('push_devices as d', 'd.member_id', 'c.member_id')
    .select('d.id')
    .where('c.member_id', '=', memberId)
    .where('c.occasion', '=', occasion)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The same in a transaction of its own: for what belongs to no other change. */
export const pushMembers = async (ctx: Ctx, notice: PushNotice): Promise<void> =>
  record(ctx, async (work) => ({ result: await queuePush(work, notice) }))
