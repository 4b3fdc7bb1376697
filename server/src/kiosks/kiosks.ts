import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { Kiosk, OwnKiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import { maxKiosks, type KioskKind } from '@spacekeeper/contract/kiosks/words.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Ctx, Services } from '#platform/ctx.ts'
import { differencesOf } from '#platform/db/change-row.ts'
import { change, unchanged, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { kioskClaimHashOf } from '#platform/http/kiosk-claim.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { endKioskSessions } from '../auth/sessions.ts'
import { listComing } from '../openings/coming.ts'
import { countOnSite } from '../visits/visit-lists.ts'
import { mailKioskJob } from './jobs.ts'
import { isOnline, isNewsOf } from './rules.ts'

/** The list of kiosks is stale, and so are the cached callers whose sessions there ended. */
export const kioskNotices = (endedMemberIds: readonly number[] = []): Notice[] => [
  ...endedMemberIds.map((memberId) => callers.notice({ memberId })),
  screens.notice({ topic: 'kiosks', audience: { staff: ['devices'] } }),
]

const authoriser = sql<string | null>`(select ${fullNameOf('m')} from members m where m.id = kiosks.authorised_by)`

/** Every kiosk: those that wait to be authorised first, the latest on top; then by name. */
export const listKiosks = async (ctx: Ctx): Promise<Kiosk[]> => {
  const rows = await ctx.db
    .selectFrom('kiosks')
    .selectAll()
    .select(authoriser.as('authoriser'))
    .select(sql<boolean>`count(*) over (partition by screen_id) > 1`.as('has_namesake'))
    .orderBy((is) => is('authorised_at', 'is', null), 'desc')
    .orderBy(sql`case when authorised_at is null then registered_at end`, (order) => order.desc().nullsLast())
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(maxKiosks)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kioskId: row.screen_id,
    kioskIp: row.ip_address,
    lastSeen: row.last_seen_at.toISOString(),
    playTheme: row.plays_theme,
    authorised: row.authorised_at !== null,
    kind: row.kind,
    isOnline: isOnline(row.last_seen_at, ctx.now()),
    registeredAt: row.registered_at.toISOString(),
    pairingCode: row.authorised_at === null ? row.pairing_code : null,
    authorisedBy: row.authoriser,
    isCardEnough: row.is_card_enough,
    hasNamesake: row.has_namesake,
  }))
}

/** The meeting that staff set the kiosk to; one that is over or was cancelled counts no more. */
const meetingOfKiosk = sql<number | null>`(
  select c.meeting_id from meeting_kiosks c join meetings g on g.id = c.meeting_id
  where c.kiosk_id = kiosks.id and kiosks.authorised_at is not null and g.closed_at is null and g.cancelled_at is null
)`

const weekMs = 7 * 24 * 3_600_000

const findNextOpening = async (ctx: Ctx): Promise<OwnKiosk['nextOpening']> => {
  const now = ctx.now()
  const [next] = await listComing(ctx, { from: now, until: new Date(now.getTime() + weekMs), limit: 1 })
  if (!next) return null
  const timeZone = await ctx.settings.get('SITE_TIME_ZONE')
  return { startsAt: next.startsAt.toISOString(), endsAt: next.endsAt.toISOString(), timeZone }
}

/** What a screen may know of itself. */
export const describeOwnKiosk = async (ctx: Ctx, kioskId: number): Promise<OwnKiosk> => {
  const row = await ctx.db
    .selectFrom('kiosks')
    .select(['name', 'kind', 'screen_id', 'pairing_code', 'authorised_at', meetingOfKiosk.as('meeting_id')])
    .where('id', '=', kioskId)
    .executeTakeFirstOrThrow()
  const isAuthorised = row.authorised_at !== null
  const isKiosk = isAuthorised && row.kind === 'kiosk'
  const [onSite, nextOpening] = isKiosk ? await Promise.all([countOnSite(ctx), findNextOpening(ctx)]) : [null, null]
  return {
    kind: row.kind,
    state: isAuthorised ? 'authorised' : 'pending',
    name: row.name,
    kioskId: row.screen_id,
    pairingCode: isAuthorised ? null : row.pairing_code,
    onSite: onSite?.members ?? null,
    guestsOnSite: onSite?.guests ?? null,
    visitorsOnSite: onSite?.visitors ?? null,
    meetingId: row.meeting_id,
    nextOpening,
  }
}

/** Finds the kiosk that a request comes from by the claim in its cookie. The name it calls itself proves nothing. */
export const findKiosk =
  ({ db }: Services) =>
  async (request: FastifyRequest): Promise<CallingKiosk | null> => {
    const claimHash = kioskClaimHashOf(request)
    if (claimHash === null) return null
    const row = await db
      .selectFrom('kiosks')
      .select(['id', 'name', 'kind', 'screen_id as screenId', 'ip_address as address'])
      .select(['authorised_at', 'is_card_enough as isCardEnough'])
      .where('claim_hash', '=', claimHash)
      .executeTakeFirst()
    if (!row) return null
    const { authorised_at: authorisedAt, kind, ...kiosk } = row
    const isAuthorisedAs = (one: KioskKind) => authorisedAt !== null && kind === one
    return { ...kiosk, isAuthorised: isAuthorisedAs('kiosk'), isDisplay: isAuthorisedAs('display') }
  }

const columns = { name: 'name', playTheme: 'plays_theme', isCardEnough: 'is_card_enough' } as const

type KioskUpdate = {
  kioskId: number
  changes: {
    name?: string | undefined
    playTheme?: boolean | undefined
    authorised?: boolean | undefined
    isCardEnough?: boolean | undefined
  }
}

/**
 * Renames a kiosk, and lets it log members in or no longer: then members who are logged in there are logged out at once.
 * Which numbers it sends as read from a card is its own word, so only an administrator says that a card alone is enough.
 */
export const updateKiosk = (ctx: Ctx, { kioskId, changes }: KioskUpdate): Promise<void> =>
  change(ctx, 'kiosk.changed', async (work) => {
    const row = await work.tx
      .selectFrom('kiosks')
      .select(['name', 'kind', 'plays_theme', 'is_card_enough', 'authorised_at'])
      .where('id', '=', kioskId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const wasAuthorised = row.authorised_at !== null
    const isAuthorised = changes.authorised ?? wasAuthorised
    const isNew = isAuthorised && !wasAuthorised
    const actor = ctx.actor.kind === 'member' ? ctx.actor : null
    const isAdmin = actor?.isAdmin ?? false
    const { isCardEnough = isNew ? isAdmin && row.kind === 'kiosk' : undefined } = changes
    const wanted: Partial<Record<keyof typeof columns, unknown>> = { ...changes, isCardEnough }
    const differences = differencesOf({ row, columns, changes: wanted })
    if (differences.isCardEnough?.to === true && !(isAdmin && row.kind === 'kiosk')) throw new AppError('notAllowed')
    const changed = keysOf(differences)
    if (changed.length === 0 && isAuthorised === wasAuthorised) return unchanged(undefined)
    await work.tx
      .updateTable('kiosks')
      .set({
        ...Object.fromEntries(changed.map((field) => [columns[field], differences[field]?.to])),
        ...(isAuthorised !== wasAuthorised && {
          authorised_at: isAuthorised ? ctx.now() : null,
          authorised_by: isAuthorised ? (actor?.id ?? null) : null,
        }),
      })
      .where('id', '=', kioskId)
      .execute()
    const ended = isAuthorised ? [] : await endKioskSessions(work, kioskId)
    if (isNew) await addJob(work, mailKioskJob, { kioskId })
    return {
      result: undefined,
      ...(isAuthorised !== wasAuthorised && {
        event: isAuthorised ? ('kiosk.authorised' as const) : ('kiosk.revoked' as const), // the names themselves are wanted
      }),
      subject: { kind: 'kiosk', id: kioskId },
      data: {
        name: changes.name ?? row.name,
        kind: row.kind,
        changes: differences,
      },
      tell: kioskNotices(ended),
    }
  })

/** Removes a kiosk. Members who are logged in there are logged out at once, and its claim is void. */
export const removeKiosk = (ctx: Ctx, kioskId: number): Promise<void> =>
  change(ctx, 'kiosk.removed', async (work) => {
    const ended = await endKioskSessions(work, kioskId)
    const removed = await work.tx.deleteFrom('kiosks').where('id', '=', kioskId).returning('name').executeTakeFirst()
    if (!removed) throw new AppError('notFound')
    return {
      result: undefined,
      subject: { kind: 'kiosk', id: kioskId },
      data: { name: removed.name },
      tell: kioskNotices(ended),
    }
  })

/** Stores that a kiosk is still there, and from which address. */
export const recordKioskHeartbeat = async (ctx: Ctx, input: { kioskId: number; address: string }): Promise<void> => {
  const { kioskId, address } = input
  const kiosk = await ctx.db
    .selectFrom('kiosks')
    .select(['last_seen_at as lastSeenAt', 'ip_address as address'])
    .select(sql<boolean>`last_seen_at > registered_at`.as('hasReturned'))
    .where('id', '=', kioskId)
    .executeTakeFirst()
  const now = ctx.now()
  if (!kiosk || !isNewsOf(kiosk, { now, address })) return
  await record(ctx, async ({ tx }) => {
    await tx.updateTable('kiosks').set({ last_seen_at: now, ip_address: address }).where('id', '=', kioskId).execute()
    return { result: undefined }
  })
}
