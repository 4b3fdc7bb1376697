import type { ErrorCode } from '@spacekeeper/contract/errors.ts'
import { sql } from 'kysely'
import pg from 'pg'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'

export type Wanted = { email?: string | undefined; screenName?: string | undefined; card?: string | undefined }
type Clash = { code: ErrorCode; field: string; noun: string; owner: (ctx: Ctx, wanted: Wanted) => Promise<string> }

const nameOf = (row: { first_name: string; last_name: string } | undefined) =>
  row ? `${row.first_name} ${row.last_name}` : 'Somebody else'

const ownerBy = async (ctx: Ctx, column: 'email' | 'screen_name', value = '') =>
  nameOf(
    await ctx.db
      .selectFrom('members')
      .select(['first_name', 'last_name'])
      .where(sql`lower(${sql.ref(column)})`, '=', value.toLowerCase())
      .executeTakeFirst(),
  )

const ownerOfCard = async (ctx: Ctx, number = '') =>
  nameOf(
    await ctx.db
      .selectFrom('cards')
      .innerJoin('members', 'members.id', 'cards.member_id')
      .select(['first_name', 'last_name'])
      .where('number', '=', number)
      .where('cards.state', '=', 'active')
      .executeTakeFirst(),
  )

const clashes: Record<string, Clash> = {
  members_email: {
    code: 'emailTaken',
    field: 'email',
    noun: 'email address',
    owner: (ctx, { email }) => ownerBy(ctx, 'email', email),
  },
  members_screen_name: {
    code: 'screenNameTaken',
    field: 'screenName',
    noun: 'screen name',
    owner: (ctx, { screenName }) => ownerBy(ctx, 'screen_name', screenName),
  },
  cards_active_number: {
    code: 'cardTaken',
    field: 'number',
    noun: 'card',
    owner: (ctx, { card }) => ownerOfCard(ctx, card),
  },
}

/** The database alone decides who was first. Administrators are told whose it is, so that they can ask. */
export const explainClash = async <T>(ctx: Ctx, input: { wanted: Wanted; run: () => Promise<T> }): Promise<T> => {
  try {
    return await input.run()
  } catch (error) {
    const isTaken = error instanceof pg.DatabaseError && error.code === '23505'
    const clash = isTaken ? clashes[error.constraint ?? ''] : undefined
    if (!clash) throw error
    const owner = await clash.owner(ctx, input.wanted)
    throw new AppError(clash.code, { fields: [{ field: clash.field, message: `${owner} has this ${clash.noun}.` }] })
  }
}
