import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { PushRegistrationBody, PushState, PushSubscriptionBody } from '@spacekeeper/contract/push/shapes.ts'
import { pushOccasionWords, type PushOccasion } from '@spacekeeper/contract/push/words.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { describeAgent } from '#platform/http/user-agent.ts'
import { screens } from '#platform/live/screens.ts'
import { isPointOnCurve } from '#platform/push/seal-push.ts'
import { listAppPlatforms, type PhonePlatform } from './app-services.ts'
import { getPushKeys } from './keys.ts'
import { isAppleToken, isPushEndpoint, mostDevices } from './rules.ts'

const occasionNames = keysOf(pushOccasionWords)

const pushChanged = (memberId: number) => screens.notice({ topic: 'profile', audience: { memberId } })

/** The member an event is about, whose screens show something else now. */
const aboutMember = (memberId: number) => ({
  result: undefined,
  subject: { kind: 'member', id: memberId },
  tell: [pushChanged(memberId)],
})

export const getPushState = async (ctx: Ctx): Promise<PushState> => {
  const { id, sessionId } = memberOf(ctx)
  const [{ publicKey }, appPlatforms, choices, devices] = await Promise.all([
    getPushKeys(ctx),
    listAppPlatforms(ctx),
    ctx.db.selectFrom('push_choices').select('occasion').where('member_id', '=', id).execute(),
    ctx.db
      .selectFrom('push_devices as d')
      .innerJoin('sessions as s', 's.id', 'd.session_id')
      .select(columns('d.id, d.session_id, d.platform, s.app_name as app, s.user_agent, d.created_at as addedAt'))
      .select(columns('d.last_sent_at, d.failure'))
      .where('d.member_id', '=', id)
      .where('s.expires_at', '>', ctx.now())
      .orderBy('d.id', 'desc')
      .limit(mostDevices)
      .execute(),
  ])
  const chosen = new Set(choices.map(({ occasion }) => occasion))
  return {
    publicKey,
    appPlatforms,
    occasions: occasionNames.filter((name) => chosen.has(name)),
    devices: devices.map(({ sessionId: ownSession, userAgent, ...device }) => ({
      ...withTimes(device),
      isCurrent: ownSession === sessionId,
      ...describeAgent(userAgent),
    })),
  }
}

const checkSubscription = ({ endpoint, keys }: z.infer<typeof PushSubscriptionBody>) => {
  const problem = 'This isn’t the address of a push service.'
  if (!isPushEndpoint(endpoint)) throw badField('endpoint', problem)
  if (!isPointOnCurve(keys.p256dh)) throw badField('keys', 'These keys aren’t those of a browser.')
}

/** The oldest make room. */
const keepNewest = async ({ tx }: Work, memberId: number) => {
  await tx
    .deleteFrom('push_devices')
    .where('member_id', '=', memberId)
    .where('id', 'not in', (is) =>
      is
        .selectFrom('push_devices')
        .select('id')
        .where('member_id', '=', memberId)
        .orderBy('id', 'desc')
        .limit(mostDevices),
    )
    .execute()
}

const sameEndpoint = (endpoint: string) => sql<boolean>`md5(endpoint) = md5(${endpoint})`

type DeviceAddress =
  | { platform: 'web'; endpoint: string; p256dh: string; auth: string }
  | { platform: PhonePlatform; endpoint: string; p256dh: null; auth: null }

/** Notifies a device of the caller from now on. One that the portal knows already, as after another login, is no news. */
const addDevice = (ctx: Ctx, address: DeviceAddress): Promise<void> => {
  const { endpoint } = address
  const { id, sessionId } = memberOf(ctx)
  const facts = { member_id: id, session_id: sessionId, ...address }
  return change(ctx, 'push.turnedOn', async (work) => {
    const { tx } = work
    const known = await tx
      .selectFrom('push_devices')
      .select(['id', 'member_id'])
      .where(sameEndpoint(endpoint))
      .forUpdate()
      .executeTakeFirst()
    if (known?.member_id === id) {
      await tx.updateTable('push_devices').set(facts).where('id', '=', known.id).execute()
      return unchanged(undefined)
    }
    // The browser or phone is another member's now.
    if (known) await tx.deleteFrom('push_devices').where('id', '=', known.id).execute()
    // A session is that of one browser or app, which has one subscription.
    await tx.deleteFrom('push_devices').where('session_id', '=', sessionId).execute()
    const added = await tx
      .insertInto('push_devices')
      .values({ ...facts, created_at: ctx.now() })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    // The same device asked twice at the same time.
    if (!added) return unchanged(undefined)
    await keepNewest(work, id)
    return aboutMember(id)
  })
}

/** Notifies the caller’s browser from now on. */
export const addPushDevice = (ctx: Ctx, subscription: z.infer<typeof PushSubscriptionBody>): Promise<void> => {
  checkSubscription(subscription)
  const { endpoint, keys } = subscription
  return addDevice(ctx, { platform: 'web', endpoint, ...keys })
}

/** Notifies the app on the caller’s phone from now on. */
export const addAppPushDevice = async (ctx: Ctx, { platform, token }: PushRegistrationBody): Promise<void> => {
  if (!(await listAppPlatforms(ctx)).includes(platform)) throw new AppError('appPushNotSetUp')
  if (platform === 'ios' && !isAppleToken(token))
    throw badField('token', 'This isn’t what an iPhone gives out. Turn notifications off and on again.')
  return addDevice(ctx, { platform, endpoint: token, p256dh: null, auth: null })
}

export const removePushDevice = (ctx: Ctx, pushDeviceId: number): Promise<void> => {
  const { id } = memberOf(ctx)
  return change(ctx, 'push.turnedOff', async ({ tx }) => {
    const gone = await tx
      .deleteFrom('push_devices')
      .where('id', '=', pushDeviceId)
      .where('member_id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new AppError('notFound')
    return aboutMember(id)
  })
}

/** Notes whether the caller wants to be notified of an occasion. */
export const choosePush = (ctx: Ctx, input: { occasion: PushOccasion; isOn: boolean }): Promise<void> => {
  const { id } = memberOf(ctx)
  const { occasion, isOn } = input
  return change(ctx, isOn ? 'push.wanted' : 'push.unwanted', async ({ tx }) => {
    const row = isOn
      ? await tx
          .insertInto('push_choices')
          .values({ member_id: id, occasion })
          .onConflict((on) => on.doNothing())
          .returning('occasion')
          .executeTakeFirst()
      : await tx
          .deleteFrom('push_choices')
          .where('member_id', '=', id)
          .where('occasion', '=', occasion)
          .returning('occasion')
          .executeTakeFirst()
    if (!row) return unchanged(undefined)
    return { ...aboutMember(id), data: { occasion: pushOccasionWords[occasion] } }
  })
}
