import { sql } from 'kysely'
import type { WorkCtx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import type { ErasureResult } from '#platform/personal-data.ts'
import { derive, pseudonym } from '#platform/secrets/derive.ts'
import { erasedColumns } from './fields.ts'
import { lockMember, memberNotices } from './member-row.ts'

type Reachability = { email: string; phone: string }

/** Numbers are written in many ways; their last digits are the same in all of them. */
const tellingDigits = 8

/** Pseudonyms by which a returning member is recognised; the address and number cannot be read out of them. */
export const returnMarks = (ctx: WorkCtx, { email, phone }: Reachability): string[] => {
  const key = derive(ctx.secretKey, 'return marks')
  const digits = phone.replaceAll(/\D/g, '')
  const isNumber = digits.length >= tellingDigits
  return [
    pseudonym(key, `email ${email.toLowerCase()}`),
    ...(isNumber ? [pseudonym(key, `phone ${digits.slice(-tellingDigits)}`)] : []),
  ]
}

/** The closed account of a suspended member with this address or phone number; null when there is none. */
export const findReturning = async ({ tx, ctx }: Work, reachable: Reachability): Promise<number | null> => {
  const marks = returnMarks(ctx, reachable)
  const row = await tx
    .selectFrom('members')
    .select('id')
    .where('closed_at', 'is not', null)
    .where(sql<boolean>`return_marks && ${marks}::text[]`)
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

const retireCards = async ({ tx, now }: Work, memberId: number) => {
  const retired = await tx
    .updateTable('cards')
    .set({ state: 'retired', ended_at: now })
    .where('member_id', '=', memberId)
    .where('state', '=', 'active')
    .returning('id')
    .execute()
  await tx.updateTable('cards').set({ label: '' }).where('member_id', '=', memberId).execute()
  return retired.length
}

/**
 * Erases what the declaration of the fields says, in the transaction that closes the account, and retires the cards.
 * A suspension stays, with its reason and the marks by which a return is noticed.
 */
export const eraseMember = async (work: Work, memberId: number): Promise<ErasureResult> => {
  const row = await lockMember(work, memberId)
  const isSuspended = row.suspended_at !== null
  await work.tx
    .updateTable('members')
    .set({
      ...erasedColumns(memberId),
      return_marks: isSuspended ? returnMarks(work.ctx, row) : [],
      closed_at: work.now,
    })
    .where('id', '=', memberId)
    .execute()
  const cards = await retireCards(work, memberId)
  return { data: { cards, isSuspended }, tell: memberNotices(memberId) }
}

/** Forgets the reasons and marks of suspended members who closed their accounts before this. */
export const forgetSuspensions = async ({ tx }: Work, closedBefore: Date): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('members')
    .set({ return_marks: [], suspension_reason: '' })
    .where('closed_at', '<', closedBefore)
    .where('suspended_at', 'is not', null)
    .where((is) => is.or([is('suspension_reason', '<>', ''), is('return_marks', '<>', sql<string[]>`'{}'`)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
