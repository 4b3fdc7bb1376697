import type { Tx } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'

type Replaced = { from: string | null; to: string }

/** Gives a member this card in place of his newest one. Null when that is the one he has. */
export const replaceCard = async (
  tx: Tx,
  input: { memberId: number; number: string; now: Date },
): Promise<Replaced | null> => {
  const { memberId, number, now } = input
  const newest = await tx
    .selectFrom('cards')
    .select(['id', 'number', 'label'])
    .where('member_id', '=', memberId)
    .where('state', '=', 'active')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if ((newest?.number ?? '') === number) return null
  if (number === '') throw badField('rfidCard', 'This field cannot be empty.')
  if (newest) {
    await tx.updateTable('cards').set({ state: 'retired', ended_at: now }).where('id', '=', newest.id).execute()
  }
  await tx
    .insertInto('cards')
    .values({ member_id: memberId, number, label: newest?.label ?? '', added_at: now })
    .execute()
  return { from: newest?.number ?? null, to: number }
}
