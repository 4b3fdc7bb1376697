import { sql } from 'kysely'
import { type Ctx, type Services, systemCtx } from '#platform/ctx.ts'
import { type Work, recordOne, change } from '#platform/db/change.ts'
import { compileOnce } from '#platform/db/compile-once.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import { memberOf } from '#platform/http/member-of.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { newToken, hashToken } from '#platform/secrets/tokens.ts'
import { lockActor } from '../access/acting-members.ts'
import type { ClientAddress } from './client-address.ts'
import { rememberBrowser } from './known-browsers.ts'
import { mailIfNewDevice } from './new-devices.ts'
import { hasSecondFactor } from './strong/second-factors.ts'

const sessionDays = 14

export const sessionSeconds = sessionDays * 24 * 60 * 60

/** At a kiosk: the page ends it after seconds already, so this is for what the page misses. */
const kioskSessionSeconds = 5 * 60

/** In the mobile app, which members open now and then only. */
export const appSessionSeconds = 90 * 24 * 60 * 60

type SessionPlace = { isAtKiosk?: boolean; isApp?: boolean }

/** When a session ends that is used now. */
export const sessionEnd = (now: Date, { isAtKiosk = false, isApp = false }: SessionPlace = {}): Date => {
  const seconds = isAtKiosk ? kioskSessionSeconds : isApp ? appSessionSeconds : sessionSeconds
  return new Date(now.getTime() + seconds * 1000)
}

/** Locked, so that a kiosk is not revoked or removed while a session starts there: no session outlives its kiosk. */
const lockKiosk = async ({ tx }: Work, kioskId: number) => {
  const kiosk = await tx
    .selectFrom('kiosks')
    .select('authorised_at')
    .where('id', '=', kioskId)
    .forKeyShare()
    .executeTakeFirst()
  if (!kiosk?.authorised_at) throw new AppError('kioskUnknown')
}

type LoginStart = {
  memberId: number
  client: ClientAddress
  /** Started with a passkey or a second factor. */
  isStrong?: boolean
  /** Of an app, whose session is used by tokens of its own. */
  appName?: string | undefined
}

/** `token` is worth nothing where an app logged in. */
export type StartedLogin = { token: string; sessionId: number }

/**
 * Whether the session is a strong one, also where it continues one. No way of logging in gets past the second factor of a
 * member who has one; at a kiosk there is the card.
 */
const checkStrength = async (work: Work, { memberId, client, isStrong = false }: LoginStart): Promise<boolean> => {
  const { actor } = work.ctx
  const continues = actor.kind === 'member' && actor.id === memberId ? actor : null
  if (isStrong || continues?.proof?.isStrong) return true
  if (!continues && client.kioskId === undefined && (await hasSecondFactor(work, memberId)))
    throw new AppError('secondFactorNeeded')
  return false
}

/**
 * Starts a session in the transaction that checked the credentials; its token comes back and is stored nowhere.
 * The caller's earlier session ends, so a token never outlives a login; `tell` makes every process forget it.
 */
export const startSession = async (work: Work, input: LoginStart): Promise<StartedLogin & { tell: Notice[] }> => {
  const { tx, ctx, now } = work
  const { memberId, client, appName } = input
  if (client.kioskId !== undefined) {
    // A kiosk is a shared screen: suspended members read why at home.
    if ((await lockActor(work, { memberId, act: 'logInAtKiosk' })) !== null) throw new AppError('keptOut')
    await lockKiosk(work, client.kioskId)
  }
  const isStrong = await checkStrength(work, input)
  await mailIfNewDevice(work, input)
  const token = newToken()
  const before = ctx.actor.kind === 'member' ? ctx.actor : null
  if (before) await tx.deleteFrom('sessions').where('id', '=', before.sessionId).execute()
  const { id: sessionId } = await tx
    .insertInto('sessions')
    .values({
      member_id: memberId,
      token_hash: appName === undefined ? hashToken(token) : null,
      app_name: appName ?? null,
      created_at: now,
      last_used_at: now,
      expires_at: sessionEnd(now, { isAtKiosk: client.kioskId !== undefined, isApp: appName !== undefined }),
      ip_address: client.address,
      user_agent: client.userAgent,
      kiosk_id: client.kioskId ?? null,
      is_strong: isStrong,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await rememberBrowser(work, { memberId, sessionId, client })
  return { token, sessionId, tell: before ? [callers.notice({ memberId: before.id })] : [] }
}

const writtenEveryMs = 60_000

type Use = { sessionId: number; now: Date; due: Date; expiresAt: Date }

const noteUse = compileOnce(
  (_db, { sessionId, now, due, expiresAt }: Use) =>
    sql`update sessions set last_used_at = ${now}, expires_at = ${expiresAt}
      where id = ${sessionId} and last_used_at <= ${due}`,
)

/** Extends a session that is used. Written once a minute at most, so that reads stay reads; null when nothing was due. */
export const extendSession = async (
  services: Services,
  input: { sessionId: number; lastUsedAt: Date; isAtKiosk: boolean; isApp: boolean },
): Promise<{ lastUsedAt: Date; expiresAt: Date } | null> => {
  const now = services.now()
  const due = new Date(now.getTime() - writtenEveryMs)
  if (input.lastUsedAt > due) return null
  const expiresAt = sessionEnd(now, input)
  await recordOne(systemCtx(services), noteUse({ sessionId: input.sessionId, now, due, expiresAt }))
  return { lastUsedAt: now, expiresAt }
}

/** Ends the caller's session; its token is rejected from now on, wherever it is kept. */
export const logOut = (ctx: Ctx): Promise<void> => {
  const { id, sessionId } = memberOf(ctx)
  return change(ctx, 'account.loggedOut', async ({ tx }) => {
    await tx.deleteFrom('sessions').where('id', '=', sessionId).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id },
      tell: [callers.notice({ memberId: id }), screens.notice({ topic: 'profile', audience: { memberId: id } })],
    }
  })
}

/** Ends every session at a kiosk; whose they were, for `callers`. */
export const endKioskSessions = async ({ tx }: Work, kioskId: number): Promise<number[]> => {
  const ended = await tx.deleteFrom('sessions').where('kiosk_id', '=', kioskId).returning('member_id').execute()
  return [...new Set(ended.map((row) => row.member_id))]
}
