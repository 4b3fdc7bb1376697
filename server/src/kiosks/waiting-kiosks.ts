import { randomInt } from 'node:crypto'
import type { KioskKind } from '@spacekeeper/contract/kiosks/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { networkOf } from '#platform/http/network-of.ts'
import { newToken, hashToken } from '#platform/secrets/tokens.ts'
import type { ClientAddress } from '../auth/client-address.ts'
import type { Throttle } from '../auth/limits/throttle.ts'
import { kioskNotices } from './kiosks.ts'
import { findRoom } from './rules.ts'

const waitingHours = 24

/** A screen that finds no room asks again after this. */
const retrySeconds = 60

/** Removes the screens that give way to a new one. Throws when none does. */
const makeRoom = async ({ tx, now }: Work, network: string) => {
  const before = new Date(now.getTime() - waitingHours * 60 * 60 * 1000)
  await tx.deleteFrom('kiosks').where('authorised_at', 'is', null).where('last_seen_at', '<', before).execute()
  const rows = await tx
    .selectFrom('kiosks')
    .select(['id', 'ip_address', 'last_seen_at as lastSeenAt'])
    .select(sql<boolean>`last_seen_at > registered_at`.as('hasReturned'))
    .where('authorised_at', 'is', null)
    .orderBy('id')
    .execute()
  const waiting = rows.map((row) => ({ ...row, network: networkOf(row.ip_address) }))
  const leaving = findRoom(waiting, { network, now })
  if (leaving === null) throw new AppError('tooManyRequests', { retryAfterSeconds: retrySeconds })
  if (leaving.length > 0) await tx.deleteFrom('kiosks').where('id', 'in', leaving).execute()
}

/** When very many ask everywhere, each network still has one in an hour. */
const takeRegistration = async (throttle: Throttle, network: string) => {
  await throttle.take(['kiosksPerAddress', network])
  if (!(await throttle.mayTake(['kiosksAsked', 'all']))) await throttle.take(['kiosksPerAddressWhenMany', network])
}

type KioskRegistration = { kind: KioskKind; screenId: string; name: string; client: ClientAddress; throttle: Throttle }

/** An unknown screen asks to be a kiosk. The claim that comes back is stored only as a hash; its browser proves itself with it. */
export const registerKiosk = async (
  ctx: Ctx,
  registration: KioskRegistration,
): Promise<{ id: number; claim: string }> => {
  const { kind, screenId, name, client, throttle } = registration
  await takeRegistration(throttle, client.network)
  const claim = newToken()
  return change(ctx, 'kiosk.asked', async (work) => {
    // One at a time, or two would both take the last place.
    await sql`select pg_advisory_xact_lock(hashtext('kiosks'))`.execute(work.tx)
    await makeRoom(work, client.network)
    const { id } = await work.tx
      .insertInto('kiosks')
      .values({
        kind,
        name,
        screen_id: screenId,
        claim_hash: hashToken(claim),
        pairing_code: String(randomInt(1_000_000)).padStart(6, '0'),
        ip_address: client.address,
        registered_at: work.now,
        last_seen_at: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: { id, claim },
      subject: { kind: 'kiosk', id },
      data: { name, kind, address: client.address },
      tell: kioskNotices(),
    }
  })
}

/** A screen that waits becomes what was opened on it last; one that is authorised stays what staff made it. */
export const setWaitingKind = (ctx: Ctx, { kioskId, kind }: { kioskId: number; kind: KioskKind }): Promise<void> =>
  record(ctx, async ({ tx }) => {
    const { numUpdatedRows } = await tx
      .updateTable('kiosks')
      .set({ kind, is_card_enough: false })
      .where('id', '=', kioskId)
      .where('kind', '!=', kind)
      .where('authorised_at', 'is', null)
      .executeTakeFirst()
    return { result: undefined, tell: numUpdatedRows === 0n ? [] : kioskNotices() }
  })
