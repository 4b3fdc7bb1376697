import {
  type ChargeKind,
  chargeKinds,
  type PaymentMethod,
  paymentMethods,
} from '@spacekeeper/contract/billing/words.ts'
import { type BookAccount, bookAccounts, type LineSource, lineSources } from '@spacekeeper/contract/books/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { type ContraAccount, contraAccounts } from '@spacekeeper/contract/memberbucks/words.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCharge, aPayment, aSubscription } from '../billing/factory.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { enterCharge } from './books.testing.ts'
import { findFaults } from './checks.ts'
import { listJournal, sumJournal } from './journal.ts'

// A new kind needs its line here to compile, and its line in server/sql/journal.sql to pass.
const accountOfCharge: Record<ChargeKind, BookAccount> = {
  period: 'deferredIncome',
  joiningFee: 'joiningFees',
  other: 'otherIncome',
  toPayBack: 'memberCredit',
}
const accountOfMethod: Record<PaymentMethod, BookAccount> = {
  bank: 'bank',
  directDebit: 'directDebitClearing',
  cash: 'cash',
  card: 'cardClearing',
  balance: 'corrections',
  other: 'otherMoney',
}
const accountOfEntry: Record<ContraAccount, BookAccount> = {
  bank: 'bank',
  cash: 'cash',
  cardClearing: 'cardClearing',
  dues: 'dues',
  machineIncome: 'machineIncome',
  vendingIncome: 'vendingIncome',
  donation: 'donations',
  correction: 'corrections',
}

let portal: TestPortal
let member: { memberId: number; subscriptionId: number }
const all = { after: null, through: '2026-12-31', currency: 'AUD' } as const // narrows the days

beforeAll(async () => {
  portal = await startTestPortal()
  const { id: memberId } = await aMember(portal.db)
  const { id: planId } = await aPlan(portal.db)
  member = { memberId, subscriptionId: (await aSubscription(portal.db, { memberId, planId })).id }
})
afterAll(() => portal.close())

/** The debit and credit of one thing that was booked. */
const accountsOf = async (source: LineSource, sourceId: number) =>
  (await listJournal(portal.ctx, all))
    .filter((line) => line.source === source && line.sourceId === sourceId)
    .map(({ debit, credit }) => [debit, credit])

const february = { from: '2026-02-01', to: '2026-03-01' }
const issue = async (kind: ChargeKind) => {
  const period = kind === 'period' ? { period: february } : {}
  const charge = await aCharge(portal.db, { ...member, kind, ...period, amountCents: 3000 })
  const entry = await portal.db
    .selectFrom('charge_entries')
    .select('id')
    .where('charge_id', '=', charge.id)
    .executeTakeFirstOrThrow()
  return { chargeId: charge.id, entryId: entry.id }
}

test.each(chargeKinds)('a charge of the kind %s is booked in the account of its kind', async (kind) => {
  const { entryId } = await issue(kind)
  expect(await accountsOf('chargeEntry', entryId)).toEqual([['receivables', accountOfCharge[kind]]])
})

test.each(paymentMethods)('a payment by %s is booked in the account of its way', async (method) => {
  const { id } = await aPayment(portal.db, { ...member, method, amountCents: 2000 })
  expect(await accountsOf('payment', id)).toEqual([[accountOfMethod[method], 'memberCredit']])
})

test.each(keysOf(contraAccounts))(
  'an entry of a balance with the other side %s is booked there',
  async (contraAccount) => {
    const at = new Date('2026-02-10T02:00:00Z')
    const { id } = await anEntry(portal.db, { ...member, amountCents: 1000, contraAccount, at })
    expect(await accountsOf('ledgerEntry', id)).toEqual([[accountOfEntry[contraAccount], 'balances']])
  },
)

test('every account and every source of the contract is one that the journal uses', async () => {
  const { chargeId } = await issue('other')
  await aPayment(portal.db, { ...member, amountCents: 1000, paid: [{ chargeId, cents: 1000 }] })
  await enterCharge(portal.db, { chargeId, kind: 'writtenOff', cents: -2000, bookedOn: '2026-02-20' })
  // Without the statement and the collection that they would come from.
  await portal.runAsOwner(`
    alter table debit_clearings drop constraint debit_clearings_line_id_fkey, drop constraint debit_clearings_run_id_fkey;
    insert into debit_clearings (line_id, run_id, at, booked_on, amount_cents, currency, settles, fee_cents)
      values (1, 1, now(), '2026-02-20', 500, 'AUD', true, 20);
    insert into stripe_movements (ref, type, account, amount_cents, fee_cents, currency, created_at, available_at, booked_on)
      values ('txn_payout', 'payout', 'bank', -900, 0, 'AUD', now(), now(), '2026-02-20'),
        ('txn_ticket', 'charge', null, 700, 30, 'AUD', now(), now(), '2026-02-20');
    insert into stripe_set_asides (movement_id, account, note, booked_on, at)
      select id, 'otherIncome', 'Tickets', '2026-02-20', now() from stripe_movements where ref = 'txn_ticket'`)
  const lines = await listJournal(portal.ctx, all)
  expect(new Set(lines.flatMap(({ debit, credit }) => [debit, credit]))).toEqual(new Set(keysOf(bookAccounts)))
  expect(new Set(lines.map(({ source }) => source))).toEqual(new Set(keysOf(lineSources)))
})

test('a kind that the journal does not list has no account: the books are not read, and the check names the row', async () => {
  await portal.runAsOwner('alter table charges drop constraint charges_kind_check')
  const { entryId, chargeId } = await issue('other')
  await portal.runAsOwner(`update charges set kind = 'locker' where id = ${chargeId}`)
  expect(await findFaults(portal.ctx)).toContain(`The chargeEntry ${entryId} has no account.`)
  await expect(sumJournal(portal.ctx, all)).rejects.toThrow('unknown account')
})
