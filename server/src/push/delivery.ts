import type { PushContent } from '@spacekeeper/contract/push/shapes.ts'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { FetchFailure, guardedFetch } from '#platform/http/guarded-fetch.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { type PushAddress, sealPush } from '#platform/push/seal-push.ts'
import { getPushKeys } from './keys.ts'
import { sendPushJob } from './notices.ts'
import { contactOf, judgeAnswer, type PushVerdict, waitOf } from './rules.ts'

type PushOrder = z.output<typeof sendPushJob.payload>

const findDevice = (ctx: Ctx, pushDeviceId: number) =>
  ctx.db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.member_id', 'd.endpoint', 'd.p256dh', 'd.auth'])
    .where('d.id', '=', pushDeviceId)
    .where('s.expires_at', '>', ctx.now())
    .executeTakeFirst()

type StoredPushDevice = NonNullable<Awaited<ReturnType<typeof findDevice>>>

/** The stand-in of tests is asked for the same path. */
const addressOf = (endpoint: string, pushUrl: string | undefined): string => {
  if (pushUrl === undefined) return endpoint
  const { pathname, search } = new URL(endpoint)
  return `${pushUrl}${pathname}${search}`
}

const contactAt = async ({ settings, siteUrl }: Ctx) => {
  const { EMAIL_SYSADMIN: technical, EMAIL_ADMIN: office } = await settings.all()
  return contactOf({ email: technical || office, siteUrl })
}

const post = async (ctx: Ctx, { device, order }: { device: PushAddress; order: PushOrder }): Promise<PushVerdict> => {
  const { title, text, path, tag, isUrgent, until, tries } = order
  const { headers, body } = await sealPush({
    to: device,
    content: JSON.stringify({ title, text, path, tag } satisfies PushContent),
    keys: await getPushKeys(ctx),
    subject: await contactAt(ctx),
    ttlSeconds: Math.max(0, Math.floor((Date.parse(until) - ctx.now().getTime()) / 1000)),
    isUrgent,
  })
  try {
    const answer = await guardedFetch(addressOf(device.endpoint, ctx.pushUrl), {
      allowPrivate: ctx.pushUrl !== undefined,
      maxBytes: 10_000,
      timeoutMs: 15_000,
      method: 'POST',
      headers,
      body,
    })
    const verdict = judgeAnswer(
      { status: answer.status, retryAfter: answer.headers['retry-after'] },
      { tries, now: ctx.now() },
    )
    if (verdict.kind === 'refused') ctx.log.warn({ status: answer.status }, 'a push service refused a notification')
    return verdict
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    ctx.log.info({ reason: error.message }, 'a push service was not reached')
    return { kind: 'wait', waitMs: waitOf(tries) }
  }
}

const pushNotice = ({ member_id: memberId }: StoredPushDevice) =>
  screens.notice({ topic: 'profile', audience: { memberId } })

/** Notes on the device what came of it. */
const note = (
  ctx: Ctx,
  device: StoredPushDevice,
  facts: { last_sent_at: Date } | { failure: 'refused' | 'unreachable' },
) =>
  record(ctx, async (tx) => {
    await tx
      .updateTable('push_devices')
      .set({ failure: null, ...facts })
      .where('id', '=', device.id)
      .execute()
    return { result: undefined, tell: [pushNotice(device)] }
  })

const forget = (ctx: Ctx, device: StoredPushDevice) =>
  record(ctx, async (tx) => {
    // Turned on again meanwhile, it has another address.
    const same = tx.deleteFrom('push_devices').where('id', '=', device.id).where('endpoint', '=', device.endpoint)
    await same.execute()
    return { result: undefined, tell: [pushNotice(device)] }
  })

const tryLater = (ctx: Ctx, { order, waitMs }: { order: PushOrder; waitMs: number }) =>
  record(ctx, async (tx) => {
    const runAt = new Date(ctx.now().getTime() + waitMs)
    await addJob(tx, sendPushJob, { ...order, tries: order.tries + 1 }, { runAt })
    return { result: undefined }
  })

/** Hands a notification to the push service of a device, or has it tried later while it is still news. */
export const sendPush = async (ctx: Ctx, order: PushOrder): Promise<void> => {
  if (!(await ctx.settings.get('ENABLE_PUSH'))) return
  const device = await findDevice(ctx, order.pushDeviceId)
  if (!device) return
  const until = Date.parse(order.until)
  if (until <= ctx.now().getTime()) return note(ctx, device, { failure: 'unreachable' })
  const verdict = await post(ctx, { device, order })
  if (verdict.kind === 'sent') return note(ctx, device, { last_sent_at: ctx.now() })
  if (verdict.kind === 'gone') return forget(ctx, device)
  if (verdict.kind === 'refused') return note(ctx, device, { failure: 'refused' })
  if (ctx.now().getTime() + verdict.waitMs >= until) return note(ctx, device, { failure: 'unreachable' })
  return tryLater(ctx, { order, waitMs: verdict.waitMs })
}
