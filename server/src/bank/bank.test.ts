import { duesReference, topUpReference } from '@spacekeeper/contract/bank/references.ts'
import type { BankTarget } from '@spacekeeper/contract/bank/shapes.ts'
import type { BankLineGroup } from '@spacekeeper/contract/bank/words.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPayer, chargeOf } from '../billing/payer.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'

let portal: TestPortal
let treasurer: Awaited<ReturnType<TestPortal['as']>>
let treasurerId: number
const now = new Date('2026-03-10T02:00:00Z')

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  const { id } = await aMember(portal.db, { permissions: ['money'], firstName: 'Tre', lastName: 'Asurer' })
  treasurerId = id
  treasurer = await portal.as(id)
})
afterAll(() => portal.close())
// What waits in one test would be in the lists of the next.
beforeEach(() =>
  portal.db.updateTable('bank_lines').set({ state: 'outgoing' }).where('state', '=', 'waiting').execute(),
)

let count = 0
type CsvLine = { amount?: string; text?: string; name?: string; account?: string; day?: string }
/** A file with lines that no other file has. */
const csv = (...lines: CsvLine[]) =>
  [
    'Date,Amount,Payer,Account,Description,Transaction ID',
    ...lines.map(({ day = '2026-03-02', amount = '65.00', name = '', account = '', text = '' }) => {
      count += 1
      return `${day},${amount},${name},${account},${text},B${count}`
    }),
  ].join('\n')
const fileOf = (text: string, type = 'text/csv') => new Blob([text], { type })
const importCsv = (text: string, isTrial = false) =>
  treasurer.bank.importStatement({ name: 'march.csv', isTrial: String(isTrial), file: fileOf(text) })
const lines = async (group: BankLineGroup = 'certain') =>
  (await treasurer.bank.listLines({ group, skip: 0, text: '' })).lines
const onlyLine = async (group: BankLineGroup = 'certain') => {
  const [line] = await lines(group)
  if (!line) throw new Error(`no line is ${group}`)
  return line
}
const confirm = (lineId: number, target: BankTarget) => treasurer.bank.confirmLines({ lines: [{ lineId, target }] })
const paymentsOf = (memberId: number) =>
  portal.db
    .selectFrom('payments')
    .select(['amount_cents', 'method', 'paid_on', 'reference'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
const balanceOf = async (memberId: number) =>
  (await portal.db.selectFrom('balances').select('balance_cents').where('member_id', '=', memberId).executeTakeFirst())
    ?.balance_cents ?? 0

test('members read where to pay to, with references of their own, and the address that banking apps know', async () => {
  const set = (key: string, text: string) =>
    portal.db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(text), changed_at: now })
      .execute()
  const { id } = await aMember(portal.db)
  await set('BANK_ACCOUNT_NUMBER', 'DE89370400440532013000')
  const readByAnother = async () => {
    const other = await portal.another()
    const details = await (await other.as(id)).bank.getDetails()
    await other.close()
    return details
  }
  const known = {
    accountNumber: 'DE89 3704 0044 0532 0130 00',
    isComplete: true,
    duesReference: duesReference(id),
    topUpReference: topUpReference(id),
  }
  expect(await readByAnother()).toMatchObject({ ...known, alias: null })
  await set('BANK_ALIAS', 'dues@example.org')
  expect(await readByAnother()).toMatchObject({ ...known, alias: { name: 'PayID', address: 'dues@example.org' } })
  await portal.db.deleteFrom('settings').where('key', 'in', ['BANK_ACCOUNT_NUMBER', 'BANK_ALIAS']).execute()
})

test('a transfer with a reference pays the charge once it is confirmed, and undoing it opens the charge again', async () => {
  const payer = await aPayer(portal, { costCents: 6500 })
  expect(await importCsv(csv({ text: `dues ${duesReference(payer.id)}` }))).toMatchObject({ added: 1, known: 0 })
  const line = await onlyLine()
  expect(line.choices).toMatchObject([
    {
      target: { kind: 'dues', memberId: payer.id },
      reasons: ['reference'],
      pays: [{ chargeId: payer.chargeId, paysCents: 6500 }],
      leftCents: 0,
    },
  ])
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'open' })
  expect(await confirm(line.id, { kind: 'dues', memberId: payer.id })).toEqual({ confirmed: [line.id], refused: [] })
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'paid' })
  expect(await paymentsOf(payer.id)).toMatchObject([{ amount_cents: 6500, method: 'bank', paid_on: '2026-03-02' }])
  expect((await onlyLine('done')).decision).toMatchObject({
    kind: 'dues',
    memberId: payer.id,
    canUndo: true,
    by: 'Tre Asurer',
  })

  await treasurer.bank.undoLine({ lineId: line.id })
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'open', paid_cents: 0 })
  expect(await lines()).toEqual([])
  expect(await onlyLine('proposal')).toMatchObject({ id: line.id, choices: [{ reasons: ['undone', 'reference'] }] })
  expect(await confirm(line.id, { kind: 'dues', memberId: payer.id })).toMatchObject({ confirmed: [line.id] })
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'paid' })
})

test('the same file twice adds nothing, and one that overlaps adds only what is new', async () => {
  const text = csv({ text: 'a' }, { text: 'a' }, { text: 'b' }).replaceAll(/B\d+$/gm, '')
  expect(await importCsv(text, true)).toMatchObject({ added: 3, known: 0 })
  expect(await importCsv(text)).toMatchObject({ added: 3, known: 0 })
  expect(await importCsv(text)).toMatchObject({ added: 0, known: 3 })
  expect(await importCsv(`${text}\n2026-03-02,65.00,,,a,`, true)).toMatchObject({ added: 1, known: 3 })
  const [first, second] = await Promise.all([
    importCsv(`${text}\n2026-03-03,1.00,,,c,`),
    importCsv(`${text}\n2026-03-03,1.00,,,c,`),
  ])
  expect(first.added + second.added).toBe(1)
  expect((await treasurer.bank.listImports()).imports[0]).toMatchObject({
    fileName: 'march.csv',
    format: 'csv',
    by: 'Tre Asurer',
  })
})

test('two who confirm the same line book it once', async () => {
  const payer = await aPayer(portal)
  await importCsv(csv({ text: duesReference(payer.id) }))
  const { id: lineId } = await onlyLine()
  const target = { kind: 'dues', memberId: payer.id } as const
  const both = await Promise.all([confirm(lineId, target), confirm(lineId, target), confirm(lineId, target)])
  expect(both.flatMap(({ confirmed }) => confirmed)).toEqual([lineId])
  expect(both.flatMap(({ refused }) => refused)).toHaveLength(2)
  expect(await paymentsOf(payer.id)).toHaveLength(1)
})

test('what is paid in part stays open, and what is paid beyond it waits as credit', async () => {
  const payer = await aPayer(portal, { costCents: 6500 })
  await importCsv(csv({ amount: '20.00', text: duesReference(payer.id) }))
  await confirm((await onlyLine()).id, { kind: 'dues', memberId: payer.id })
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'open', paid_cents: 2000 })
  await importCsv(csv({ amount: '50.00', text: duesReference(payer.id) }))
  expect((await onlyLine()).choices[0]).toMatchObject({ pays: [{ paysCents: 4500 }], leftCents: 500 })
  await confirm((await onlyLine()).id, { kind: 'dues', memberId: payer.id })
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'paid', paid_cents: 6500 })
})

/** The days on which the entries of a balance count. */
const daysOf = async (memberId: number) => {
  const rows = await portal.db.selectFrom('ledger_entries').select('at').where('member_id', '=', memberId).execute()
  return rows.map(({ at }) => at.toISOString().slice(0, 10))
}

test('a top-up by reference is on the balance on the day of the bank, and undone it is not', async () => {
  const { id } = await aMember(portal.db)
  await importCsv(csv({ amount: '30.00', text: topUpReference(id) }))
  const line = await onlyLine()
  await confirm(line.id, { kind: 'topUp', memberId: id })
  expect(await balanceOf(id)).toBe(3000)
  await treasurer.bank.undoLine({ lineId: line.id })
  expect(await balanceOf(id)).toBe(0)
  expect(await daysOf(id)).toEqual([line.bookedOn, line.bookedOn])
})

test('a donation goes into the books and not onto the balance', async () => {
  const { id } = await aMember(portal.db)
  await importCsv(csv({ amount: '100.00', text: 'keep going' }))
  await confirm((await onlyLine('unknown')).id, { kind: 'donation', memberId: id })
  expect(await balanceOf(id)).toBe(0)
  const entries = await portal.db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('member_id', '=', id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ amount_cents, contra_account }) => [amount_cents, contra_account])).toEqual([
    [10_000, 'bank'],
    [-10_000, 'donation'],
  ])
})

test('a line that came with a file of another format is never certain', async () => {
  const payer = await aPayer(portal, { costCents: 7777 })
  await importCsv(csv({ amount: '77.77', text: duesReference(payer.id) }))
  const mt940 = [
    ':20:X',
    ':25:062000/12345678',
    ':60F:C260301AUD0,00',
    ':61:260302C77,77NTRFX',
    `:86:${duesReference(payer.id)}`,
  ].join('\n')
  await treasurer.bank.importStatement({
    name: 'march.sta',
    isTrial: 'false',
    file: fileOf(mt940, 'application/octet-stream'),
  })
  expect(await lines()).toHaveLength(1)
  expect(await onlyLine('proposal')).toMatchObject({ hasTwin: true, choices: [{ reasons: ['twin', 'reference'] }] })
})

test('a line is set aside with a reason and taken up again, and money that left does not wait', async () => {
  expect(await importCsv(csv({ amount: '-12.50', text: 'rent' }, { amount: '3.33', text: 'interest' }))).toMatchObject({
    added: 2,
  })
  const { id: lineId } = await onlyLine('unknown')
  await expect(treasurer.bank.setLineAside({ lineId, reason: ' ' })).rejects.toMatchObject({ code: 'badInput' })
  await treasurer.bank.setLineAside({ lineId, reason: 'Interest' })
  await expect(treasurer.bank.setLineAside({ lineId, reason: 'Again' })).rejects.toMatchObject({
    code: 'alreadyDecided',
  })
  expect(await lines('unknown')).toEqual([])
  expect((await onlyLine('done')).decision).toMatchObject({ reason: 'Interest', canUndo: true })
  await treasurer.bank.undoLine({ lineId })
  expect(await lines('unknown')).toHaveLength(1)
  await expect(treasurer.bank.undoLine({ lineId })).rejects.toMatchObject({ code: 'alreadyDecided' })
})

test('staff confirm for themselves only what carries their own reference', async () => {
  await importCsv(csv({ amount: '1.11', text: 'for me' }, { text: duesReference(treasurerId) }))
  const target = { kind: 'dues', memberId: treasurerId } as const
  expect(await confirm((await onlyLine('unknown')).id, target)).toMatchObject({
    confirmed: [],
    refused: [{ detail: expect.stringContaining('own balance') }],
  })
  expect(await confirm((await onlyLine()).id, target)).toMatchObject({ refused: [] })
})

test('what cannot be booked is told line by line and holds up nothing else', async () => {
  const payer = await aPayer(portal)
  await importCsv(csv({ text: duesReference(payer.id) }, { amount: '1.12', text: 'x' }))
  const [known, odd] = [await onlyLine(), await onlyLine('unknown')]
  const answer = await treasurer.bank.confirmLines({
    lines: [
      { lineId: odd.id, target: { kind: 'dues', memberId: 999_999 } },
      { lineId: 999_999, target: { kind: 'dues', memberId: payer.id } },
      { lineId: odd.id, target: { kind: 'debitSettled', runId: 999_999 } },
      { lineId: known.id, target: { kind: 'dues', memberId: payer.id } },
    ],
  })
  expect(answer.confirmed).toEqual([known.id])
  expect(answer.refused.map(({ lineId }) => lineId)).toEqual([odd.id, 999_999, odd.id])
  expect(await lines('unknown')).toHaveLength(1)
})

test('columns that were chosen are remembered for files with the same head', async () => {
  const text = 'When,What,Gross,Net\n2026-03-02,x,50.00,49.00\n'
  const { csv: asked } = await importCsv(text, true)
  if (!asked) throw new Error('not a CSV file')
  expect(asked.isKnown).toBe(false)
  await treasurer.bank.saveColumns({ heading: asked.heading, columns: { ...asked.columns, amount: 3 } })
  const read = await importCsv(text.replace('50.00,49.00', '60.00,59.00'), true)
  expect(read.csv?.isKnown).toBe(true)
  expect(read.sample[0]?.amountCents).toBe(5900)
})

test.each([
  ['an empty file', '', 'march.csv: The file is empty.'],
  [
    'a wrong amount',
    'Date,Amount,Text\n2026-03-02,5.00,a\n2026-03-02,x,b\n',
    'march.csv: Line 3, amount: “x” is not an amount.',
  ],
  ['a page of the web', '<html></html>', 'march.csv: This XML has no statement (BkToCstmrStmt) in it.'],
])('%s is refused with its name, line and field', async (_what, text, message) => {
  await expect(importCsv(text)).rejects.toMatchObject({ status: 400, body: { fields: [{ field: 'file', message }] } })
})

test('a file that is too large, of another kind, or from a member who is no treasurer is refused', async () => {
  const upload = (file: Blob) => treasurer.bank.importStatement({ name: 'x', isTrial: 'false', file })
  await expect(upload(fileOf('x'.repeat(2_000_001)))).rejects.toMatchObject({ code: 'tooLarge' })
  await expect(upload(fileOf('x', 'image/png'))).rejects.toMatchObject({ code: 'wrongType' })
  const other = await portal.as((await aMember(portal.db)).id)
  await expect(other.bank.importStatement({ name: '', isTrial: 'false', file: fileOf('x') })).rejects.toMatchObject({
    status: 403,
  })
  await expect(other.bank.listLines({ group: 'certain', skip: 0, text: '' })).rejects.toMatchObject({ status: 403 })
})

test('a transfer in a month that is closed counts from the first day that is open', async () => {
  const payer = await aPayer(portal)
  await importCsv(csv({ day: '2026-01-15', text: duesReference(payer.id) }))
  await portal.db
    .insertInto('book_closings')
    .values({ closed_through: '2026-01-31', closed_until: new Date('2026-01-31T14:00:00Z'), at: now, reason: '' })
    .execute()
  await confirm((await onlyLine()).id, { kind: 'dues', memberId: payer.id })
  expect(await paymentsOf(payer.id)).toMatchObject([{ paid_on: '2026-02-01' }])
  await portal.db.insertInto('book_closings').values({ at: now, reason: '' }).execute()
})
