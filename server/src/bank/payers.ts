import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx, ReadingCtx, WorkCtx } from '#platform/ctx.ts'
import { change, type ChangePart, type Work, unchanged, within } from '#platform/db/change.ts'
import { job } from '#platform/jobs/job.ts'
import { derive, pseudonym } from '#platform/secrets/derive.ts'
import { findOwnAccounts, type OwnAccounts, payerAccountOf } from './space-accounts.ts'
import { accountOf, plainName } from './statement.ts'

type PaidLine = { payer_account: string; payer_name: string }

/** Accounts and names are remembered by what stands for them; empty for a line that has none. */
const standsFor = ({ secretKey }: WorkCtx, purpose: string, text: string): string =>
  text === '' ? '' : pseudonym(derive(secretKey, purpose), text)

const accountKey = (ctx: WorkCtx, account: string) =>
  standsFor(ctx, 'accounts of payers', account === '' ? '' : accountOf(account))

const nameKey = (ctx: WorkCtx, name: string) => standsFor(ctx, 'names of payers', plainName(name))

export type PayerKeys = {
  account: string
  name: string
  /** Which of them a decision that was taken back is remembered by. */
  payer: string
}

/** How the payer of a line is known: never by an account of the space itself. */
export const payerKeysOf = (ctx: WorkCtx, own: OwnAccounts, line: PaidLine): PayerKeys => {
  const account = accountKey(ctx, payerAccountOf(own, line.payer_account))
  const name = nameKey(ctx, line.payer_name)
  return { account, name, payer: account || name }
}

type PayerLine = { line: PaidLine & { id: number }; memberId: number }

const keysIn = async (work: Work, line: PaidLine) => payerKeysOf(work.ctx, await findOwnAccounts(within(work)), line)

/** Remembers who the account paid for and in which name, unless another line taught it. */
export const rememberPayer = async (
  work: Work,
  { line, memberId }: PayerLine,
  kind: 'dues' | 'topUp' | 'donation',
): Promise<void> => {
  const { account, name, payer } = await keysIn(work, line)
  // A person says anew that it is theirs, so what was taken back before counts no more.
  if (payer !== '')
    await work.tx.deleteFrom('bank_undos').where('payer', '=', payer).where('member_id', '=', memberId).execute()
  if (account === '') return
  await work.tx
    .insertInto('bank_payers')
    .values({ account, name, member_id: memberId, kind, line_id: line.id, confirmed_at: work.now })
    .onConflict((on) => on.columns(['account', 'member_id', 'name']).doNothing())
    .execute()
}

/** Remembers that a payment of this payer was not for this member after all. */
export const rememberUndo = async (work: Work, { line, memberId }: PayerLine): Promise<void> => {
  const { payer } = await keysIn(work, line)
  if (payer === '') return
  await work.tx
    .insertInto('bank_undos')
    .values({ payer, member_id: memberId, undone_at: work.now })
    .onConflict((on) => on.columns(['payer', 'member_id']).doUpdateSet({ undone_at: work.now }))
    .execute()
}

/** Which account paid for which member, in which names, and what was taken back. */
export const loadPayers = async ({ db }: Pick<ReadingCtx, 'db'>) => {
  const [payers, undos] = await Promise.all([
    db.selectFrom('bank_payers').select(['account', 'member_id as memberId', 'kind', 'name']).execute(),
    db.selectFrom('bank_undos').select(['payer', 'member_id as memberId']).execute(),
  ])
  return { payers, undos }
}

/** Takes the space's own accounts off the lines and out of what is remembered. How many payers were forgotten. */
export const forgetOwnAccounts = async (work: Work): Promise<number> => {
  const own = await findOwnAccounts(within(work))
  const written = await work.tx
    .selectFrom('bank_lines')
    .select('payer_account')
    .distinct()
    .where('payer_account', '<>', '')
    .execute()
  const found = written.map(({ payer_account: account }) => account).filter(own.isOwn)
  if (found.length > 0)
    await work.tx.updateTable('bank_lines').set({ payer_account: '' }).where('payer_account', 'in', found).execute()
  const keys = [...own.accounts, ...found].map((account) => accountKey(work.ctx, account))
  if (keys.length === 0) return 0
  const { numDeletedRows } = await work.tx.deleteFrom('bank_payers').where('account', 'in', keys).executeTakeFirst()
  return Number(numDeletedRows)
}

export const forgottenPart = (count: number) =>
  ({ event: 'bank.ownAccountsForgotten', data: { count } }) as const satisfies ChangePart // read where a list of parts is made

/** Works out the names of payers that were remembered before names were. */
const nameFormerPayers = async (work: Work): Promise<void> => {
  const rows = await work.tx
    .selectFrom('bank_payers as p')
    .innerJoin('bank_lines as l', 'l.id', 'p.line_id')
    .select(['p.id', 'p.account', 'p.member_id', 'l.payer_name'])
    .where('p.name', 'is', null)
    .execute()
  const named = rows.map(({ id, payer_name: name }) => ({ id, name: nameKey(work.ctx, name) }))
  // One that was confirmed again since is there with its name.
  await sql`delete from bank_payers p using bank_payers o, jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
    as n(id int, name text)
    where p.id = n.id and o.account = p.account and o.member_id = p.member_id and o.name = n.name`.execute(work.tx)
  await sql`update bank_payers p set name = n.name from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
    as n(id int, name text) where p.id = n.id`.execute(work.tx)
}

export const tidyPayersJob = job('tidyPayers', z.object({}))

/** Each day, and so also with the first start after an update: what was remembered before is put in order. */
export const tidyPayers = (ctx: Ctx): Promise<void> =>
  change(ctx, 'bank.ownAccountsForgotten', async (work) => {
    await nameFormerPayers(work)
    const count = await forgetOwnAccounts(work)
    return count === 0 ? unchanged(undefined) : { ...forgottenPart(count), result: undefined }
  })
