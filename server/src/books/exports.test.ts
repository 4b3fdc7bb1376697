import { createHash } from 'node:crypto'
import type { ExportFormat } from '@spacekeeper/contract/books/words.ts'
import { bookAccounts, exportFormats } from '@spacekeeper/contract/books/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { seedMonth } from './books.testing.ts'
import { closeBooks, reopenBooks } from './closing.ts'
import { encode } from './code-pages.ts'

let now = new Date('2026-03-05T02:00:00Z')
let portal: TestPortal
let treasurer: Awaited<ReturnType<TestPortal['as']>>
let treasurerId: number
let month: Awaited<ReturnType<typeof seedMonth>>
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  const { id } = await aMember(portal.db, { permissions: ['money'], firstName: 'Tess', lastName: 'Treasurer' })
  treasurerId = id
  treasurer = await portal.as(id)
  month = await seedMonth(portal.db)
})
afterAll(() => portal.close())

const codesFrom = (first: number) => ({
  accounts: Object.fromEntries(keysOf(bookAccounts).map((account, at) => [account, String(first + at)])),
  plans: { [month.yearlyId]: String(first + 99) },
})

const asBytes = ({ content }: File) => {
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) throw new Error('a file in pieces')
  return Buffer.from(content)
}
const bytesOf = async (format: ExportFormat) => {
  const file = await treasurer.books.export({ month: '2026-02', format })
  return asBytes(file)
}
const textOf = async (format: ExportFormat) => (await bytesOf(format)).toString('latin1')

test('files for accounting software say which accounts have no code yet', async () => {
  for (const format of ['xero', 'xeroBank', 'quickbooks', 'datev', 'sie'] as const) {
    await expect(treasurer.books.export({ month: '2026-01', format }), format).rejects.toMatchObject({
      code: 'accountCodesMissing',
      body: { fields: [{ field: 'format', message: expect.stringMatching(/no code yet: .*Account codes\./) }] },
    })
  }
  await treasurer.books.updateCodes({ accounts: { bank: 'Bank' }, plans: {} })
  await treasurer.books.updateCodes(codesFrom(1000))
  expect((await treasurer.books.get()).codes.accounts.bank).toBe('1000')
})

test.each([
  [{ accounts: { bank: '=1+1' }, plans: {} }],
  [{ accounts: { bank: 'x'.repeat(31) }, plans: {} }],
  [{ accounts: {}, plans: { one: '1' } }],
])('a code is refused at its field: %j', async (codes) => {
  await expect(treasurer.books.updateCodes(codes)).rejects.toMatchObject({ status: 400 })
})

test('the same month exported twice is the same to the byte, on another day too, and its hash is kept', async () => {
  const formats = keysOf(exportFormats)
  const first = new Map<ExportFormat, Buffer>()
  for (const format of formats) first.set(format, await bytesOf(format))
  now = new Date('2026-04-05T09:30:00Z')
  treasurer = await portal.as(treasurerId)
  for (const format of formats)
    expect((await bytesOf(format)).equals(first.get(format) ?? Buffer.of()), format).toBe(true)
  const { exports } = await treasurer.books.getMonth({ month: '2026-02' })
  for (const format of formats) {
    const sha256 = createHash('sha256')
      .update(first.get(format) ?? '')
      .digest('hex')
    expect(exports.filter((one) => one.format === format)).toMatchObject([
      { sha256, by: 'Tess Treasurer' },
      { sha256, by: 'Tess Treasurer' },
    ])
  }
})

test('the journal has every line, and nothing in it that a spreadsheet would run', async () => {
  const lines = (await textOf('csv')).split('\r\n')
  expect(lines[0]).toContain('Day,Debit account,Debit code,Credit account,Credit code,Plan number,Amount')
  const { total } = await treasurer.books.listLines({ month: '2026-02' })
  expect(lines).toHaveLength(total + 2)
  const cola = lines.find((line) => line.includes('Cola'))
  expect(cola).toMatch(/^2026-02-06,Prepaid balances,1008,Sales,1013,,2\.50,AUD,Prepaid balance,\d+,\d+,'=Cola$/)
})

const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))

test('a manual journal for Xero comes to nothing, a debit above and a credit below', async () => {
  const rows = rowsOf(await textOf('xero'))
  expect(rows.length).toBeLessThan(300)
  expect(rows.reduce((sum, row) => sum + Math.round(Number(row[5]) * 100), 0)).toBe(0)
  expect(rows).toContainEqual([
    "Members' payments 2026-02",
    '28/02/2026',
    'Dues for days to come / Membership dues',
    '1099',
    'BAS Excluded',
    '-28.00',
    '',
    '',
    '',
    '',
  ])
})

test('a bank statement for Xero has what came to the bank, with the account it belongs to', async () => {
  const file = await treasurer.books.export({ month: '2026-01', format: 'xeroBank' })
  const [toBalance, byBo] = rowsOf(asBytes(file).toString()).toReversed()
  expect(toBalance).toEqual([
    '20/01/2026',
    '50.00',
    `Member ${month.adaId}`,
    expect.stringMatching(/^Prepaid balance \d+$/),
    '',
    '',
    '1008',
    'BAS Excluded',
  ])
  expect(byBo?.slice(0, 5)).toEqual(['10/01/2026', '365.00', expect.any(String), expect.any(String), 'RF18 BO'])
})

test('journal entries for QuickBooks are pairs that balance', async () => {
  const rows = rowsOf(await textOf('quickbooks'))
  for (let at = 0; at < rows.length; at += 2) {
    const [debit = [], credit = []] = rows.slice(at, at + 2)
    expect([credit[0], credit[1], credit[4]]).toEqual([debit[0], debit[1], debit[3]])
    expect([debit[4], credit[3]]).toEqual(['', ''])
  }
})

test('a Buchungsstapel for DATEV has format 13: 125 columns, a comma in amounts, days of two digits', async () => {
  const text = await textOf('datev')
  const lines = text.split('\r\n')
  expect(lines[0]).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20260228000000000;;"SK";"";"";1001;1;20260101;4;20260201;20260228;"Spacekeeper 02/2026";"";1;0;0;"AUD";;"";;;"";;;"";""',
  )
  expect(lines[0]?.split(';')).toHaveLength(31)
  for (const line of lines.slice(1, -1)) expect(line.split(';')).toHaveLength(125)
  // In one byte each, as Windows writes them.
  expect(lines[1]).toContain('Gegenkonto (ohne BU-Schl\u00FCssel)')
  const vending = lines.find((line) => line.includes('Sales')) ?? ''
  expect(vending.split(';').slice(0, 14)).toEqual([
    '2,50',
    '"S"',
    '"AUD"',
    '',
    '',
    '',
    '1008',
    '1013',
    '',
    '0602',
    expect.stringMatching(/^"2026-02-\d+"$/),
    '',
    '',
    '"Prepaid balances / Sales"',
  ])
})

test('SIE 4 is in code page 437, made on the last day of its month, and each verification balances', async () => {
  await changeSetting(portal.ctx, { key: 'SITE_OWNER', value: 'Åre "Verkstad" – €' })
  const text = await textOf('sie')
  const lines = text.split('\r\n')
  expect(lines.slice(0, 8)).toEqual([
    '#FLAGGA 0',
    '#FORMAT PC8',
    '#SIETYP 4',
    '#PROGRAM "Spacekeeper" "1"',
    '#GEN 20260228',
    '#FNAMN "\u008Fre \\"Verkstad\\" ? ?"',
    '#RAR 0 20260101 20261231',
    '#VALUTA AUD',
  ])
  const amounts = lines.filter((line) => line.startsWith('#TRANS')).map((line) => Number(line.split(' ').at(-1)))
  expect(amounts.length).toBeGreaterThan(20)
  for (let at = 0; at < amounts.length; at += 2) expect(amounts[at]).toBe(-(amounts[at + 1] ?? 0))
  expect(lines).toContain('#KONTO 1013 "Sales"')
})

test('accounts that are no numbers are refused for DATEV and SIE, by name', async () => {
  const codes = codesFrom(1000)
  await treasurer.books.updateCodes({ ...codes, accounts: { ...codes.accounts, vendingIncome: 'Sales:Drinks' } })
  for (const format of ['datev', 'sie'] as const) {
    await expect(treasurer.books.export({ month: '2026-02', format })).rejects.toMatchObject({
      code: 'accountCodesMissing',
      body: { fields: [{ message: expect.stringContaining('Change: Sales.') }] },
    })
  }
  expect(await textOf('quickbooks')).toContain('Sales:Drinks')
  await treasurer.books.updateCodes(codes)
})

test('a closed month is exported as it was, or not at all, until an administrator reopens it', async () => {
  await textOf('csv')
  await closeBooks(portal.ctx, { through: '2026-02-28' })
  // What was exported while the month was open binds nothing.
  await treasurer.books.updateCodes(codesFrom(2000))
  const closed = await textOf('csv')
  await treasurer.books.updateCodes(codesFrom(3000))
  await expect(treasurer.books.export({ month: '2026-02', format: 'csv' })).rejects.toMatchObject({
    code: 'exportDiffers',
    status: 409,
  })
  await treasurer.books.updateCodes(codesFrom(2000))
  expect(await textOf('csv')).toBe(closed)
  await treasurer.books.updateCodes(codesFrom(3000))
  await reopenBooks(portal.ctx, { through: '2026-01-31', reason: 'Other codes' })
  await closeBooks(portal.ctx, { through: '2026-02-28' })
  expect(await textOf('csv')).not.toBe(closed)
})

test.each([
  ['cp437', 'Åäö é', [0x8f, 0x84, 0x94, 0x20, 0x82]],
  ['cp437', 'ŁŽ€', [0x3f, 0x5a, 0x3f]],
  ['windows1252', 'Ü€–š', [0xdc, 0x80, 0x96, 0x9a]],
  ['windows1252', 'ć\u0161ж', [0x63, 0x9a, 0x3f]],
] as const)(
  'in %s %s is one byte a sign; what it has not is written plainly, or as a question mark',
  (page, text, bytes) => {
    expect([...encode(text, page)]).toEqual(bytes)
  },
)
