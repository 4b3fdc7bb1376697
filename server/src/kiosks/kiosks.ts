import { randomInt } from 'node:crypto'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { Kiosk, OwnKiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import { maxKiosks } from '@spacekeeper/contract/kiosks/words.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Ctx, Services } from '#platform/ctx.ts'
import { differencesOf } from '#platform/db/change-row.ts'
import { type Tx, change, unchanged, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { kioskClaimHashOf } from '#platform/http/kiosk-claim.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { newToken, hashToken } from '#platform/secrets/tokens.ts'
import type { ClientAddress } from '../auth/client-address.ts'
import { endKioskSessions } from '../auth/sessions.ts'
import type { Throttle } from '../auth/throttle.ts'
import { countOnSite } from '../visits/visit-lists.ts'
import { isOnline, isNewsOf } from './rules.ts'

/** The list of kiosks is stale, and so are the cached callers whose sessions there ended. */
export const kioskNotices = (endedMemberIds: readonly number[] = []): Notice[] => [
  ...endedMemberIds.map((memberId) => callers.notice({ memberId })),
  screens.notice({ topic: 'kiosks', audience: { staff: ['devices'] } }),
]

/** Every kiosk: those that wait to be authorised first, the latest on top; then by name. */
export const listKiosks = async (ctx: Ctx): Promise<Kiosk[]> => {
  const rows = await ctx.db
    .selectFrom('kiosks')
    .selectAll()
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
    isOnline: isOnline(row.last_seen_at, ctx.now()),
    registeredAt: row.registered_at.toISOString(),
    pairingCode: row.authorised_at === null ? row.pairing_code : null,
    hasNamesake: row.has_namesake,
  }))
}

/** What a screen may know of itself. */
export const describeOwnKiosk = async (ctx: Ctx, kioskId: number): Promise<OwnKiosk> => {
  const row = await ctx.db
    .selectFrom('kiosks')
    .select(['name', 'screen_id', 'pairing_code', 'authorised_at'])
    .where('id', '=', kioskId)
    .executeTakeFirstOrThrow()
  const isAuthorised = row.authorised_at !== null
  const onSite = isAuthorised ? await countOnSite(ctx) : null
  return {
    state: isAuthorised ? 'authorised' : 'pending',
    name: row.name,
    kioskId: row.screen_id,
    pairingCode: isAuthorised ? null : row.pairing_code,
    onSite: onSite?.members ?? null,
    guestsOnSite: onSite?.guests ?? null,
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
      .select(['id', 'name', 'screen_id as screenId', 'authorised_at'])
      .where('claim_hash', '=', claimHash)
      .executeTakeFirst()
    if (!row) return null
    const { authorised_at: authorisedAt, ...kiosk } = row
    return { ...kiosk, isAuthorised: authorisedAt !== null }
  }

/** At most so many screens wait at a time. A screen that had to make room asks again if it is still there. */
const mostPending = 50

const pendingHours = 24

type KioskRegistration = { screenId: string; name: string; client: ClientAddress; throttle: Throttle }

const makeRoom = async (tx: Tx, now: Date) => {
  const before = new Date(now.getTime() - pendingHours * 60 * 60 * 1000)
  await tx.deleteFrom('kiosks').where('authorised_at', 'is', null).where('last_seen_at', '<', before).execute()
  const others = tx
    .selectFrom('kiosks')
    .select('id')
    .where('authorised_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .offset(mostPending - 1)
  await tx.deleteFrom('kiosks').where('id', 'in', others).execute()
}

/** An unknown screen asks to be a kiosk. The claim that comes back is stored only as a hash; its browser proves itself with it. */
export const registerKiosk = async (
  ctx: Ctx,
  registration: KioskRegistration,
): Promise<{ id: number; claim: string }> => {
  const { screenId, name, client, throttle } = registration
  await throttle.take(['kiosksPerAddress', client.network], ['kiosksAsked', 'all'])
  const claim = newToken()
  return change(ctx, 'kiosk.asked', async (tx) => {
    const now = ctx.now()
    // One at a time, or two would both take the last place.
    await sql`select pg_advisory_xact_lock(hashtext('kiosks'))`.execute(tx)
    await makeRoom(tx, now)
    const { id } = await tx
      .insertInto('kiosks')
      .values({
        name,
        screen_id: screenId,
        claim_hash: hashToken(claim),
        pairing_code: String(randomInt(1_000_000)).padStart(6, '0'),
        ip_address: client.address,
        registered_at: now,
        last_seen_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: { id, claim },
      subject: { kind: 'kiosk', id },
      data: { name, address: client.address },
      tell: kioskNotices(),
    }
  })
}

const columns = { name: 'name', playTheme: 'plays_theme' } as const

type KioskUpdate = {
  kioskId: number
  changes: { name?: string | undefined; playTheme?: boolean | undefined; authorised?: boolean | undefined }
}

/** Renames a kiosk, and lets it log members in or no longer: then members who are logged in there are logged out at once. */
export const updateKiosk = (ctx: Ctx, { kioskId, changes }: KioskUpdate): Promise<void> =>
  change(ctx, 'kiosk.changed', async (tx) => {
    const row = await tx
      .selectFrom('kiosks')
      .select(['name', 'plays_theme', 'authorised_at'])
      .where('id', '=', kioskId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const wanted: Partial<Record<keyof typeof columns, unknown>> = changes
    const differences = differencesOf({ row, columns, changes: wanted })
    const changed = keysOf(differences)
    const wasAuthorised = row.authorised_at !== null
    const isAuthorised = changes.authorised ?? wasAuthorised
    if (changed.length === 0 && isAuthorised === wasAuthorised) return unchanged(undefined)
    await tx
      .updateTable('kiosks')
      .set({
        ...Object.fromEntries(changed.map((field) => [columns[field], differences[field]?.to])),
        ...(isAuthorised !== wasAuthorised && { authorised_at: isAuthorised ? ctx.now() : null }),
      })
      .where('id', '=', kioskId)
      .execute()
    const ended = isAuthorised ? [] : await endKioskSessions(tx, kioskId)
    return {
      result: undefined,
      ...(isAuthorised !== wasAuthorised && {
        event: isAuthorised ? ('kiosk.authorised' as const) : ('kiosk.revoked' as const), // the names themselves are wanted
      }),
      subject: { kind: 'kiosk', id: kioskId },
      data: {
        name: changes.name ?? row.name,
        changes: differences,
      },
      tell: kioskNotices(ended),
    }
  })

/** Removes a kiosk. Members who are logged in there are logged out at once, and its claim is void. */
export const removeKiosk = (ctx: Ctx, kioskId: number): Promise<void> =>
  change(ctx, 'kiosk.removed', async (tx) => {
    const ended = await endKioskSessions(tx, kioskId)
    const removed = await tx.deleteFrom('kiosks').where('id', '=', kioskId).returning('name').executeTakeFirst()
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
    .where('id', '=', kioskId)
    .executeTakeFirst()
  const now = ctx.now()
  if (!kiosk || !isNewsOf(kiosk, { now, address })) return
  await record(ctx, async (tx) => {
    await tx.updateTable('kiosks').set({ last_seen_at: now, ip_address: address }).where('id', '=', kioskId).execute()
    return { result: undefined }
  })
}
