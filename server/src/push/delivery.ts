import type { PushContent } from '@spacekeeper/contract/push/shapes.ts'
import type { PushFailure } from '@spacekeeper/contract/push/words.ts'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { FetchFailure, guardedFetch } from '#platform/http/guarded-fetch.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { type PushAddress, sealPush } from '#platform/push/seal-push.ts'
import { judgeAppAnswer } from './app-rules.ts'
import { findAppService, type PhonePlatform } from './app-services.ts'
import { getPushKeys } from './keys.ts'
import { sendPushJob } from './notices.ts'
import { contactOf, judgeAnswer, type PushVerdict, waitOf } from './rules.ts'

type QueuedPush = z.output<typeof sendPushJob.payload>

const findNotice = (ctx: Ctx, noticeId: number) =>
  ctx.db
    .selectFrom('push_notices')
    .select(['title', 'text', 'path', 'tag', 'is_urgent as isUrgent', 'until_at as until'])
    .where('id', '=', noticeId)
    .executeTakeFirst()

/** The words of a notification, and how often it was tried before. */
type PushOrder = NonNullable<Awaited<ReturnType<typeof findNotice>>> & { tries: number }

const findDevice = (ctx: Ctx, pushDeviceId: number) =>
  ctx.db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.member_id', 'd.platform', 'd.endpoint', 'd.p256dh', 'd.auth', 'd.last_sent_at'])
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

const postToBrowser = async (
  ctx: Ctx,
  { browser, order }: { browser: PushAddress; order: PushOrder },
): Promise<PushVerdict> => {
  const { title, text, path, tag, isUrgent, until, tries } = order
  const { headers, body } = await sealPush({
    to: browser,
    content: JSON.stringify({ title, text, path, tag } satisfies PushContent),
    keys: await getPushKeys(ctx),
    subject: await contactAt(ctx),
    ttlSeconds: Math.max(0, Math.floor((until.getTime() - ctx.now().getTime()) / 1000)),
    isUrgent,
  })
  const answer = await guardedFetch(addressOf(browser.endpoint, ctx.pushUrl), {
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
}

type AppDevice = { platform: PhonePlatform; token: string; hasWorked: boolean }

const postToApp = async (ctx: Ctx, { app, order }: { app: AppDevice; order: PushOrder }): Promise<PushVerdict> => {
  const { platform, token, hasWorked } = app
  const service = await findAppService(ctx, platform)
  if (!service) return { kind: 'refused', failure: 'notSetUp' }
  const { tries, ...push } = order
  const answer = await service.send(push, token)
  const verdict = judgeAppAnswer(answer, { tries, now: ctx.now(), hasWorked })
  const { status, reason } = answer
  if (verdict.kind === 'refused')
    ctx.log.warn({ platform, status, reason }, 'the push service of a phone refused a notification')
  return verdict
}

const post = async (
  ctx: Ctx,
  { device, order }: { device: StoredPushDevice; order: PushOrder },
): Promise<PushVerdict> => {
  const { platform, endpoint, p256dh, auth } = device
  try {
    if (p256dh !== null && auth !== null)
      return await postToBrowser(ctx, { browser: { endpoint, p256dh, auth }, order })
    const hasWorked = device.last_sent_at !== null
    const app = { platform: platform === 'ios' ? 'ios' : 'android', token: endpoint, hasWorked } as const
    return await postToApp(ctx, { app, order })
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    ctx.log.info({ reason: error.message }, 'a push service was not reached')
    return { kind: 'wait', waitMs: waitOf(order.tries) }
  }
}

const pushNotice = ({ member_id: memberId }: StoredPushDevice) =>
  screens.notice({ topic: 'profile', audience: { memberId } })

/** Notes on the device what came of it. */
const note = (ctx: Ctx, device: StoredPushDevice, facts: { last_sent_at: Date } | { failure: PushFailure }) =>
  record(ctx, async ({ tx }) => {
    await tx
      .updateTable('push_devices')
      .set({ failure: null, ...facts })
      .where('id', '=', device.id)
      .execute()
    return { result: undefined, tell: [pushNotice(device)] }
  })

const forget = (ctx: Ctx, device: StoredPushDevice) =>
  record(ctx, async ({ tx }) => {
    // Turned on again meanwhile, it has another address.
    const same = tx.deleteFrom('push_devices').where('id', '=', device.id).where('endpoint', '=', device.endpoint)
    await same.execute()
    return { result: undefined, tell: [pushNotice(device)] }
  })

const tryLater = (ctx: Ctx, { queued, waitMs }: { queued: QueuedPush; waitMs: number }) =>
  record(ctx, async (work) => {
    const runAt = new Date(ctx.now().getTime() + waitMs)
    await addJob(work, sendPushJob, { ...queued, tries: queued.tries + 1 }, { runAt })
    return { result: undefined }
  })

/** Hands a notification to the push service of a device, or has it tried later while it is still news. */
export const sendPush = async (ctx: Ctx, queued: QueuedPush): Promise<void> => {
  if (!(await ctx.settings.get('ENABLE_PUSH'))) return
  const device = await findDevice(ctx, queued.pushDeviceId)
  const notice = await findNotice(ctx, queued.noticeId)
  if (!device || !notice) return
  const order = { ...notice, tries: queued.tries }
  const until = order.until.getTime()
  if (until <= ctx.now().getTime()) return note(ctx, device, { failure: 'unreachable' })
  const verdict = await post(ctx, { device, order })
  if (verdict.kind === 'sent') return note(ctx, device, { last_sent_at: ctx.now() })
  if (verdict.kind === 'gone') return forget(ctx, device)
  if (verdict.kind === 'refused') return note(ctx, device, { failure: verdict.failure })
  if (ctx.now().getTime() + verdict.waitMs >= until) return note(ctx, device, { failure: 'unreachable' })
  return tryLater(ctx, { queued, waitMs: verdict.waitMs })
}
