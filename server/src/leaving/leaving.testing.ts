import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { aGrant } from '../access/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'

let count = 0

/** A member with a card, a door, a balance and news. */
export const aRichMember = async (
  db: Kysely<Database>,
  { balanceCents = 0, ...facts }: MemberFacts & { balanceCents?: number } = {},
): Promise<{ id: number; email: string; doorId: number }> => {
  count += 1
  const member = await aMember(db, { cards: [`77${count}`], ...facts })
  const door = await aDoor(db)
  await aGrant(db, { memberId: member.id, deviceId: door.id })
  if (balanceCents !== 0) await anEntry(db, { memberId: member.id, amountCents: balanceCents })
  return { ...member, doorId: door.id }
}
