import type { OwnAccount, RememberedPayer } from '@spacekeeper/contract/bank/shapes.ts'
import { bankPage } from '@spacekeeper/contract/bank/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { shownAccount } from './details.ts'
import { bankNotices } from './imports.ts'
import { isSameAccount } from './space-accounts.ts'

type PayerPage = { payers: RememberedPayer[]; total: number; ownAccounts: OwnAccount[] }

/** The accounts of the space itself that have a number, with what made them so. */
const listOwnAccounts = async (ctx: Ctx): Promise<OwnAccount[]> => {
  const rows = await ctx.db
    .selectFrom('bank_own_accounts')
    .select(['id', 'account', 'found_in', 'found_at'])
    .orderBy('account')
    .execute()
  const numbered = rows.filter(({ account }) => /\d/.test(account))
  const ofSettings = await ctx.settings.get('BANK_ACCOUNT_NUMBER')
  const isListed = ofSettings === '' || rows.some(({ account }) => isSameAccount(account, ofSettings))
  const found = numbered.map(({ id, account, found_in: foundIn, found_at: foundAt }) => ({
    id,
    account: shownAccount(account),
    foundIn,
    foundAt: foundAt.toISOString(),
  }))
  if (isListed) return found
  return [{ id: null, account: shownAccount(ofSettings), foundIn: 'settings', foundAt: null }, ...found]
}

/** An account is not the space's own after all: payments from it are a payer's from now on. */
export const removeOwnAccount = (ctx: Ctx, ownAccountId: number): Promise<void> =>
  change(ctx, 'bank.ownAccountRemoved', async ({ tx }) => {
    const removed = await tx
      .deleteFrom('bank_own_accounts')
      .where('id', '=', ownAccountId)
      .returning('account')
      .executeTakeFirst()
    if (!removed) throw new AppError('notFound')
    return { result: undefined, data: { name: shownAccount(removed.account) }, tell: bankNotices }
  })

/** Which accounts are remembered for which members; what they are is read off the lines that taught them. */
export const listPayers = async (ctx: Ctx, { text, skip }: { text: string; skip: number }): Promise<PayerPage> => {
  const rows = await ctx.db
    .selectFrom('bank_payers as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .innerJoin('bank_lines as l', 'l.id', 'p.line_id')
    .select([
      'p.member_id as memberId',
      fullNameOf('m').as('memberName'),
      sql<number>`min(p.id)`.as('id'),
      sql<string>`max(l.payer_account)`.as('account'),
      sql<string[]>`array_agg(distinct l.payer_name) filter (where l.payer_name <> '')`.as('names'),
      sql<Date>`max(p.confirmed_at)`.as('confirmedAt'),
      sql<boolean>`exists (select from bank_payers o where o.account = p.account and o.member_id <> p.member_id)`.as(
        'isShared',
      ),
      sql<number>`count(*) over ()::int`.as('total'),
    ])
    .$if(text !== '', (query) =>
      query.where((where) =>
        where.or([
          where(fullNameOf('m'), 'ilike', likePattern(text)),
          where('l.payer_name', 'ilike', likePattern(text)),
          where('l.payer_account', 'ilike', likePattern(text)),
        ]),
      ),
    )
    .groupBy(['p.account', 'p.member_id', 'm.id'])
    .orderBy('memberName')
    .orderBy('id')
    .limit(bankPage)
    .offset(skip)
    .execute()
  return {
    payers: rows.map(({ total: _total, names, account, confirmedAt, ...row }) => ({
      ...row,
      names: names ?? [],
      account: shownAccount(account),
      confirmedAt: confirmedAt.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
    ownAccounts: await listOwnAccounts(ctx),
  }
}

/** Forgets that an account paid for a member, in all the names it came with. */
export const removePayer = (ctx: Ctx, payerId: number): Promise<void> =>
  change(ctx, 'bank.payerForgotten', async ({ tx }) => {
    const payer = await tx
      .selectFrom('bank_payers')
      .select(['account', 'member_id'])
      .where('id', '=', payerId)
      .executeTakeFirst()
    if (!payer) throw new AppError('notFound')
    const { account, member_id: memberId } = payer
    await tx.deleteFrom('bank_payers').where('account', '=', account).where('member_id', '=', memberId).execute()
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: bankNotices }
  })
