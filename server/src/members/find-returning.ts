import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { derive, pseudonym } from '#platform/secrets/derive.ts'

type Reachable = { email: string; phone: string }

/** Numbers are written in many ways; their last digits are the same in all of them. */
const telling = 8

/** What somebody is known again by without being named: nobody can read an address or a number out of it. */
export const returnMarks = (ctx: Ctx, { email, phone }: Reachable): string[] => {
  const key = derive(ctx.secretKey, 'return marks')
  const digits = phone.replaceAll(/\D/g, '')
  const isNumber = digits.length >= telling
  return [
    pseudonym(key, `email ${email.toLowerCase()}`),
    ...(isNumber ? [pseudonym(key, `phone ${digits.slice(-telling)}`)] : []),
  ]
}

/** The closed account of a suspended member with this address or phone number; null when there is none. */
export const findReturning = async (tx: Tx, input: { ctx: Ctx; reachable: Reachable }): Promise<number | null> => {
  const marks = returnMarks(input.ctx, input.reachable)
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
