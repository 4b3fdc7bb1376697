import type { KioskKind } from '@spacekeeper/contract/kiosks/words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'

export type KioskFacts = {
  kind?: KioskKind
  name?: string
  screenId?: string
  isAuthorised?: boolean
  isCardEnough?: boolean
  claim?: string
  lastSeenAt?: Date
}

let count = 0

/** A kiosk for tests and demonstrations, authorised if nothing else is said, with what its browser holds. */
export const aKiosk = async (
  db: Kysely<Database>,
  facts: KioskFacts = {},
): Promise<{ id: number; screenId: string; claim: string; name: string }> => {
  count += 1
  const now = new Date()
  const { name = `Kiosk ${count}`, screenId = `screen-${count}`, claim = newToken() } = facts
  const { id } = await db
    .insertInto('kiosks')
    .values({
      name,
      screen_id: screenId,
      claim_hash: hashToken(claim),
      pairing_code: '482913',
      ip_address: '127.0.0.1',
      registered_at: now,
      last_seen_at: facts.lastSeenAt ?? now,
      authorised_at: facts.isAuthorised === false ? null : now,
      kind: facts.kind ?? 'kiosk',
      is_card_enough: facts.isCardEnough ?? facts.kind !== 'display',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, screenId, claim, name }
}

/** A member's PIN. */
export const aPin = async (db: Kysely<Database>, facts: { memberId: number; pin: string }): Promise<void> => {
  const { memberId, pin } = facts
  await db
    .insertInto('kiosk_pins')
    .values({ member_id: memberId, pin_hash: await hashPassword(pin), set_at: new Date() })
    .execute()
}
