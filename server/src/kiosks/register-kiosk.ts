import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Tx } from '#platform/db/change.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import type { Throttle } from '../accounts/create-throttle.ts'
import type { Visitor } from '../accounts/visitor-of.ts'
import { kioskNotices } from './kiosk-notices.ts'

/** So many screens wait at a time; a screen that is still there asks again when it had to make room. */
const mostPending = 50
const pendingHours = 24

type Wish = { screenId: string; name: string; visitor: Visitor; throttle: Throttle }

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

/** A screen nobody knows asks to be a kiosk. The claim that comes back is stored nowhere, and makes its browser the one. */
export const registerKiosk = async (ctx: Ctx, wish: Wish): Promise<{ id: number; claim: string }> => {
  const { screenId, name, visitor, throttle } = wish
  await throttle.take(['kiosksPerAddress', visitor.network], ['kiosksAsked', 'all'])
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
        ip_address: visitor.address,
        registered_at: now,
        last_seen_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: { id, claim },
      subject: { kind: 'kiosk', id },
      data: { name, address: visitor.address },
      tell: kioskNotices(),
    }
  })
}
