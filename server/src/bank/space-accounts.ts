import { bareAccount, isIban } from '@spacekeeper/contract/bank/account-numbers.ts'
import { sql } from 'kysely'
import type { ReadingCtx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import type { Statement } from './statement.ts'

/** Shorter numbers end many others. */
const leastDigits = 6

/** The part that tells an account from others: an IBAN without its country, no currency behind it. */
const numberOf = (bare: string) => (isIban(bare) ? bare.slice(4) : bare.replace(/(?<=\d)[A-Z]{3}$/, ''))

/** Whether two numbers differ by zeros alone, which some banks put before the number of the account and some do not. */
const differByZeros = (long: string, short: string): boolean => {
  const more = long.length - short.length
  for (let at = 0; at <= short.length; at += 1) {
    const isFilled = /^0*$/.test(long.slice(at, at + more))
    if (isFilled && long.slice(0, at) + long.slice(at + more) === short) return true
  }
  return false
}

/** Whether two accounts are one: banks write it as an IBAN, with the branch or alone, with zeros before it or without. */
export const isSameAccount = (first: string, second: string): boolean => {
  const [a, b] = [bareAccount(first), bareAccount(second)]
  if (a === '' || b === '') return false
  if (a === b) return true
  if (isIban(a) && isIban(b)) return false
  const [short = '', long = ''] = [numberOf(a), numberOf(b)].toSorted((x, y) => x.length - y.length)
  const alone = short.replace(/^0+/, '')
  if (alone.length < leastDigits || !/\d{4}/.test(alone)) return false
  return long.endsWith(alone) || differByZeros(long, short)
}

/** The accounts of the space itself; `accounts` are those with a number, not only a name that a person gave them. */
export type OwnAccounts = { accounts: readonly string[]; isOwn: (account: string) => boolean }

const ownOf = (accounts: readonly string[]): OwnAccounts => {
  const known = [...new Set(accounts.map(bareAccount))]
  const found = new Map<string, boolean>()
  const isOwn = (account: string): boolean => {
    // The database compares plain letters alone, whatever capitals others have.
    const forms = [account, account.replaceAll(/[^ -~]/g, '')]
    const answer = found.get(account) ?? known.some((own) => forms.some((form) => isSameAccount(own, form)))
    found.set(account, answer)
    return answer
  }
  return { accounts: known.filter((account) => /\d/.test(account)), isOwn }
}

/**
 * The one place that says which accounts are the space's own: that of its settings, those its statements are of or name
 * in a column of their own, now and in earlier files.
 */
export const findOwnAccounts = async (
  { db, settings }: Pick<ReadingCtx, 'db' | 'settings'>,
  statements: readonly Statement[] = [],
): Promise<OwnAccounts> => {
  const rows = await db.selectFrom('bank_own_accounts').select('account').execute()
  return ownOf([
    await settings.get('BANK_ACCOUNT_NUMBER'),
    ...rows.map(({ account }) => account),
    ...statements.flatMap(({ account, ownAccounts = [] }) => [account, ...ownAccounts]),
  ])
}

/** The account of a payer as it is shown, remembered and matched: none where it is the space's own. */
export const payerAccountOf = ({ isOwn }: OwnAccounts, account: string): string => (isOwn(account) ? '' : account)

/**
 * Remembers the accounts of a file as the space's own. Of two files of one account the second waits for the first, so
 * that it finds the lines of the first. Whether one of them is new.
 */
export const rememberOwnAccounts = async (
  { tx, now }: Work,
  statements: readonly Statement[],
): Promise<{ isNew: boolean }> => {
  const found = new Map([
    ...statements.flatMap(({ ownAccounts = [] }) =>
      ownAccounts.map((account) => [bareAccount(account), 'column'] as const),
    ),
    ...statements.map(({ account }) => [account, 'statement'] as const),
  ])
  // In their order, as everything that locks several rows.
  const rows = [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([account, foundIn]) => ({ account, found_in: foundIn, found_at: now }))
  if (rows.length === 0) return { isNew: false }
  const kept = await tx
    .insertInto('bank_own_accounts')
    .values(rows)
    .onConflict((on) => on.column('account').doUpdateSet((eb) => ({ account: eb.ref('excluded.account') })))
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .execute()
  return { isNew: kept.some(({ isNew }) => isNew) }
}
