import type { ConfirmedTarget } from '@spacekeeper/contract/bank/shapes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayer, chargeOf } from '../billing/payer.testing.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'

let portal: TestPortal
let admin: Awaited<ReturnType<TestPortal['as']>>
let planId: number
const now = new Date('2026-03-10T02:00:00Z')

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  const settings = {
    SITE_LOCALE_CURRENCY: 'en-IE',
    DEBIT_SCHEME: 'sepa',
    DEBIT_CREDITOR_ID: 'DE98ZZZ09999999999',
    BANK_ACCOUNT_NAME: 'Workshop e.V.',
    BANK_ACCOUNT_NUMBER: 'DE89370400440532013000',
  }
  await portal.db
    .insertInto('settings')
    .values(Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value), changed_at: now })))
    .execute()
  admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  planId = (await aPlan(portal.db, { currency: 'EUR', costCents: 5000 })).id
})
afterAll(() => portal.close())

/** A member with a mandate and a charge that is announced. The mandate ends, so that the next collection is without. */
const collected = async () => {
  const payer = await aPayer(portal, { planId })
  const member = await portal.as(payer.id)
  const text = (await member.bank.getMandate()).offer?.text ?? ''
  await member.bank.giveMandate({ holder: 'Ada', accountNumber: 'GB29NWBK60161331926819', text, agrees: true })
  const { fingerprint } = await admin.bank.previewDebits({ dueBy: '2026-03-31' })
  const { runId } = await admin.bank.startDebits({ dueBy: '2026-03-31', collectOn: '2026-03-24', fingerprint })
  await member.bank.revokeMandate()
  const { debits } = await admin.bank.getRun({ runId })
  return { ...payer, runId, debitId: debits[0]?.id ?? 0 }
}

const importLine = (...rows: string[]) => {
  const file = new Blob([[':20:X', ':25:37040044/532013000', ':60F:C260301EUR0,00', ...rows].join('\n')], {
    type: 'text/plain',
  })
  return admin.bank.importStatement({ name: '', isTrial: 'false', file })
}

const linesOf = async (group: 'certain' | 'proposal' | 'unknown' | 'done', text: string) =>
  (await admin.bank.listLines({ group, skip: 0, text })).lines

const confirm = (lineId: number, target: ConfirmedTarget) => admin.bank.confirmLines({ lines: [{ lineId, target }] })

/** What the journal says of the debits of a collection. */
const journalOf = async (runId: number) => {
  const { rows } = await sql<{ bank: number; directDebitClearing: number }>`with j as (
      select * from journal('Europe/Berlin', 'EUR', null, '2026-03-31') where
        source = 'debitClearing' and source_id in (select id from debit_clearings where run_id = ${runId}
          or debit_id in (select id from debits where run_id = ${runId}))
        or source = 'payment' and source_id in (select p.id from payments p join debits d on d.member_id = p.member_id
          where d.run_id = ${runId})
    ) select ${sql.join(
      ['bank', 'directDebitClearing'].map(
        (
          account,
        ) => sql`(select coalesce(sum(case when debit = ${account} then amount_cents else -amount_cents end), 0)::int
          from j where ${account} in (debit, credit)) as ${sql.ref(account)}`,
      ),
    )}`.execute(portal.db)
  return rows[0]
}

test('a collection that is announced, filed, settled and sent back leaves nothing under way in the books', async () => {
  const { runId, debitId, chargeId } = await collected()
  await importLine(':61:260309C50,00NDDTX1', `:86:SAMMLER SK-DD-${runId}`)
  const [line] = await linesOf('certain', `SK-DD-${runId}`)
  expect(await confirm(line?.id ?? 0, { kind: 'debitSettled', runId })).toMatchObject({ refused: [] })
  expect(await journalOf(runId)).toEqual({ bank: 5000, directDebitClearing: 0 })
  await importLine(':61:260310D50,00NRTIX1', `:86:/EREF/SK-DD-${runId}-${chargeId}/RTRN/MD06/REMI/back`)
  const [back] = await linesOf('certain', 'back')
  // Noted by hand before the line is confirmed, which then only moves the money.
  await admin.bank.returnDebit({ debitId, reason: 'MD06' })
  expect(await journalOf(runId)).toEqual({ bank: 5000, directDebitClearing: -5000 })
  expect(await confirm(back?.id ?? 0, { kind: 'debitReturn', debitId })).toMatchObject({ refused: [] })
  expect(await journalOf(runId)).toEqual({ bank: 0, directDebitClearing: 0 })
  expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'open' })
})

test('a collection that was booked by mistake is taken back: its debits wait for the bank, and access stays', async () => {
  const { runId, chargeId } = await collected()
  await admin.bank.downloadRun({ runId })
  const findLine = async () => (await linesOf('certain', `SK-DD-${runId}`))[0]
  await expect(admin.bank.unsettleRun({ runId })).rejects.toMatchObject({ code: 'alreadyDecided' })
  // By hand first; the line then only says that the money is in the bank.
  expect(await admin.bank.settleRun({ runId, paidOn: '2026-03-10' })).toEqual({ settled: 1 })
  expect(await journalOf(runId)).toEqual({ bank: 0, directDebitClearing: 5000 })
  await importLine(':61:260310C50,00NDDTX2', `:86:SAMMLER SK-DD-${runId}`)
  const line = await findLine()
  const settle = () => confirm(line?.id ?? 0, { kind: 'debitSettled', runId })
  expect(await settle()).toMatchObject({ refused: [] })
  expect(await journalOf(runId)).toEqual({ bank: 5000, directDebitClearing: 0 })
  expect((await admin.bank.listRuns({ skip: 0 })).runs[0]).toMatchObject({ settled: 1, hasLine: true })
  // Undoing that line leaves what was booked by hand.
  await admin.bank.undoLine({ lineId: line?.id ?? 0 })
  expect(await journalOf(runId)).toEqual({ bank: 0, directDebitClearing: 5000 })
  expect(await settle()).toMatchObject({ refused: [] })
  expect(await admin.bank.unsettleRun({ runId })).toEqual({ unsettled: 1 })
  expect(await journalOf(runId)).toEqual({ bank: 0, directDebitClearing: 0 })
  expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'processing', paid_cents: 0 })
  expect((await admin.bank.getRun({ runId })).debits).toMatchObject([{ state: 'sent' }])
  // It is settled again by the same line, which is certain once more, and undone with it.
  expect((await findLine())?.id).toBe(line?.id)
  expect(await settle()).toMatchObject({ refused: [] })
  expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'paid', paid_cents: 5000 })
  await admin.bank.undoLine({ lineId: line?.id ?? 0 })
  expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'processing' })
  expect(await journalOf(runId)).toEqual({ bank: 0, directDebitClearing: 0 })
  // A payment that was refunded has left the space: that collection stays.
  expect(await settle()).toMatchObject({ refused: [] })
  const { payments } = await admin.billing.deskPayments({ limit: 1 })
  const refund = { paymentId: payments[0]?.id ?? 0, amountCents: 5000, method: 'bank', paidOn: '2026-03-10' } as const // narrows the words
  await admin.billing.refund({ ...refund, reason: 'Wish', idempotencyKey: `run-${runId}` })
  await expect(admin.bank.unsettleRun({ runId })).rejects.toMatchObject({ code: 'givenBack' })
})

test('a line of a month that is closed counts from the first open day', async () => {
  const { runId } = await collected()
  await importLine(':61:260305C50,00NDDTX3', `:86:SAMMLER SK-DD-${runId}`)
  const { id: closingId } = await portal.db
    .insertInto('book_closings')
    .values({ closed_through: '2026-03-08', closed_until: new Date('2026-03-08T23:00:00Z'), at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [line] = (await admin.bank.listLines({ group: 'certain', skip: 0, text: '' })).lines
  const target = { kind: 'debitSettled', runId } as const // narrows the words
  expect(await admin.bank.confirmLines({ lines: [{ lineId: line?.id ?? 0, target }] })).toMatchObject({ refused: [] })
  const found = portal.db.selectFrom('debit_clearings').select('booked_on').where('run_id', '=', runId)
  expect(await found.execute()).toEqual([{ booked_on: '2026-03-09' }])
  expect(closingId).toBeGreaterThan(0)
  await portal.db.insertInto('book_closings').values({ closed_through: null, closed_until: null, at: now }).execute()
})

/** A statement in CAMT whose bank kept a fee with a debit that it sent back. */
const importReturn = (reference: string) => {
  const parts = `<Refs><EndToEndId>${reference}</EndToEndId></Refs>
    <Chrgs><Rcrd><Amt Ccy="EUR">3.00</Amt></Rcrd></Chrgs><RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf>`
  const file = new Blob(
    [
      `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">53.00</Amt>
    <CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-10</Dt></BookgDt>
    <NtryDtls><TxDtls>${parts}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
    ],
    { type: 'text/xml' },
  )
  return admin.bank.importStatement({ name: '', isTrial: 'false', file })
}

test('the fee of a debit that came back leaves the bank as a cost, and is charged to the member where that is ticked', async () => {
  const { runId, debitId, chargeId, id } = await collected()
  await admin.bank.settleRun({ runId, paidOn: '2026-03-10' })
  await importReturn(`SK-DD-${runId}-${chargeId}`)
  const { lines } = await admin.bank.listLines({ group: 'proposal', skip: 0, text: '' })
  const line = lines.find(({ choices }) =>
    choices.some(({ target }) => 'debitId' in target && target.debitId === debitId),
  )
  expect(line).toMatchObject({
    returnReason: 'There was not enough money in the account.',
    feeCents: 300,
    choices: [{ feeCents: 300 }],
  })
  const target = { kind: 'debitReturn', debitId, chargesFee: true } as const // narrows the words
  expect(await confirm(line?.id ?? 0, target)).toMatchObject({ refused: [] })
  // The payment of the bank is not on a statement here; its return and the fee are.
  expect(await journalOf(runId)).toEqual({ bank: -5000, directDebitClearing: 5000 })
  const { rows } = await sql`select debit, credit, amount_cents::int as cents, member_id from
    journal('Europe/Berlin', 'EUR', null, '2026-03-31') where source = 'bankFee'`.execute(portal.db)
  expect(rows).toEqual([{ debit: 'bankFees', credit: 'bank', cents: 300, member_id: id }])
  expect((await admin.billing.memberDues({ memberId: id })).charges).toMatchObject([
    { amountCents: 5000 },
    { amountCents: 300, kind: 'other', description: 'Bank fee for a direct debit that was sent back' },
  ])
  await portal.runJobs()
  const mail = await portal.db
    .selectFrom('messages')
    .select('text')
    .where('member_id', '=', id)
    .where('template', 'like', '%debitReturned')
    .executeTakeFirst()
  expect(mail?.text).toContain('€3.00')
})

const balanceOf = async (memberId: number) =>
  (await portal.db.selectFrom('balances').select('balance_cents').where('member_id', '=', memberId).executeTakeFirst())
    ?.balance_cents ?? 0

test('one line is split between members and charges, booked once, and undone as a whole', async () => {
  const dear = await aPlan(portal.db, { currency: 'EUR', costCents: 6000, joiningFeeCents: 1000 })
  const cheap = await aPlan(portal.db, { currency: 'EUR', costCents: 4000 })
  const [ada, bo] = [await aPayer(portal, { planId: dear.id }), await aPayer(portal, { planId: cheap.id })]
  await importLine(':61:260309C110,00NTRFX9', ':86:rent of both')
  const [line] = await linesOf('unknown', 'rent of both')
  if (!line) throw new Error('the line is not there')
  const parts = [
    { kind: 'dues' as const, memberId: ada.id, chargeId: ada.chargeId, amountCents: 6000 },
    { kind: 'dues' as const, memberId: bo.id, amountCents: 4000 },
    { kind: 'topUp' as const, memberId: bo.id, amountCents: 1000 },
  ]
  const wrong = parts.map((part) => ({ ...part, amountCents: part.amountCents - 1 }))
  expect((await confirm(line.id, { kind: 'split', parts: wrong })).refused).toMatchObject([
    { detail: 'The parts don’t add up to the amount of the line.' },
  ])
  const others = parts.map((part) => ({ ...part, chargeId: ada.chargeId }))
  expect((await confirm(line.id, { kind: 'split', parts: others })).refused).toMatchObject([
    { detail: 'A charge belongs to another member.' },
  ])
  expect(await chargeOf(portal, bo.chargeId)).toMatchObject({ paid_cents: 0 })
  const both = await Promise.all([1, 2].map(() => confirm(line.id, { kind: 'split', parts })))
  expect(both.flatMap(({ confirmed }) => confirmed)).toEqual([line.id])
  expect(await chargeOf(portal, ada.chargeId)).toMatchObject({ state: 'paid' })
  expect(await chargeOf(portal, bo.chargeId)).toMatchObject({ state: 'paid' })
  expect(await balanceOf(bo.id)).toBe(1000)
  expect((await linesOf('done', 'rent of both'))[0]?.decision).toMatchObject({
    kind: 'split',
    canUndo: true,
    parts: [
      { memberId: ada.id, amountCents: 6000 },
      { memberId: bo.id, amountCents: 4000 },
      { memberId: bo.id, amountCents: 1000 },
    ],
  })
  await admin.bank.undoLine({ lineId: line.id })
  expect(await chargeOf(portal, ada.chargeId)).toMatchObject({ state: 'open', paid_cents: 0 })
  expect(await chargeOf(portal, bo.chargeId)).toMatchObject({ state: 'open', paid_cents: 0 })
  expect(await balanceOf(bo.id)).toBe(0)
  expect((await linesOf('unknown', 'rent of both')).map(({ id }) => id)).toEqual([line.id])
  expect(await confirm(line.id, { kind: 'split', parts })).toMatchObject({ confirmed: [line.id] })
})

test('a line of which something was given back is undone only once that is, and then counts on its own day', async () => {
  const payer = await aPayer(portal, { planId })
  await importLine(':61:260303C50,00NTRFX7', ':86:dues of Ada in March')
  const [line] = [...(await linesOf('proposal', 'in March')), ...(await linesOf('unknown', 'in March'))]
  const lineId = line?.id ?? 0
  await confirm(lineId, { kind: 'dues', memberId: payer.id })
  const { payments } = await admin.billing.deskPayments({ limit: 1 })
  const refund = { paymentId: payments[0]?.id ?? 0, amountCents: 2000, method: 'cash', reason: 'Wish' } as const // narrows the words
  const given = { ...refund, paidOn: '2026-03-09', idempotencyKey: `line-${lineId}` }
  const { refundIds } = await admin.billing.refund(given)
  await expect(admin.bank.undoLine({ lineId })).rejects.toMatchObject({
    body: { code: 'givenBack', detail: '€20.00 of it was given back on 9 March 2026. Undo that first.' },
  })
  await admin.billing.undoRefund({ paymentId: refundIds[0] ?? 0, reason: 'A slip' })
  await admin.bank.undoLine({ lineId })
  const rows = await portal.db
    .selectFrom('payments')
    .select(['amount_cents', 'paid_on'])
    .where('member_id', '=', payer.id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ amount_cents: cents, paid_on: day }) => `${cents} ${day}`)).toEqual([
    '5000 2026-03-03',
    '-2000 2026-03-09',
    '2000 2026-03-09',
    '-5000 2026-03-03',
  ])
})

test('a debit that comes back after its money was given back is owed, on the day of the bank', async () => {
  const { runId, debitId, id } = await collected()
  await admin.bank.settleRun({ runId, paidOn: '2026-03-06' })
  const { payments } = await admin.billing.deskPayments({ limit: 1 })
  const refund = { paymentId: payments[0]?.id ?? 0, amountCents: 2000, method: 'cash', reason: 'Wish' } as const // narrows the words
  await admin.billing.refund({ ...refund, paidOn: '2026-03-07', idempotencyKey: `debit-${debitId}` })
  await importLine(':61:260308D50,00NRTIX8', `:86:/EREF/SK-DD-${runId}-0/RTRN/MD06/REMI/back again`)
  const [back] = [...(await linesOf('certain', 'back again')), ...(await linesOf('unknown', 'back again'))]
  expect(await confirm(back?.id ?? 0, { kind: 'debitReturn', debitId })).toMatchObject({ refused: [] })
  const { charges, credits } = await admin.billing.memberDues({ memberId: id })
  expect(charges).toMatchObject([
    { kind: 'period', amountCents: 3000, paidCents: 0 },
    { kind: 'toPayBack', amountCents: 2000, paidCents: 0 },
  ])
  expect(credits).toEqual([])
  expect((await admin.billing.deskPayments({ limit: 1 })).payments).toMatchObject([{ paidOn: '2026-03-08' }])
})
