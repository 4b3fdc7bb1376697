import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { randomOf, roundsOf } from '../random-runs.testing.ts'

let portal: TestPortal
let treasurer: Awaited<ReturnType<TestPortal['as']>>

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date('2026-11-28T02:00:00Z') })
  treasurer = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
})
afterAll(() => portal.close())
beforeEach(() => portal.db.deleteFrom('bank_lines').execute())

const send = (text: string, { isTrial = false, name = 'f' } = {}) =>
  treasurer.bank.importStatement({ name, isTrial: String(isTrial), file: new Blob([text], { type: 'text/plain' }) })
const waiting = async () => {
  const rows = await portal.db
    .selectFrom('bank_lines')
    .select(['payer_name', 'text', 'amount_cents', 'bank_reference'])
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()
  return rows.map(({ payer_name: name, text, amount_cents: cents }) => `${name}: ${text} ${cents}`)
}

const statement = (id: string, name: string) =>
  `:20:M
:25:062000/12345678
:28C:1/1
:60F:C261101AUD0,00
:61:2611051105C31,07NTRFEREF
:86:/EREF/${id}/ORDP//NAME/${name}/REMI/Dues
:62F:C261105AUD31,07
-
`

test('two payers of one day and amount both wait, though their file gives both the same word for a reference', async () => {
  expect(await send(statement('A1', 'A ANNSON'))).toMatchObject({ added: 1, known: 0 })
  expect(await send(statement('B1', 'B BENSON'))).toMatchObject({ added: 1, known: 0, changed: 0 })
  expect(await send(statement('A1', 'A ANNSON') + statement('B1', 'B BENSON'))).toMatchObject({ added: 0, known: 2 })
  expect(await waiting()).toEqual(['A ANNSON: Dues 3107', 'B BENSON: Dues 3107'])
})

test('a part of a day and then the whole of it, newest first, brings each payer once', async () => {
  const head = 'Date,Name,Reference Number,Description,Amount\n'
  const [ann, ben] = ['07/11/2026,Ann A,DUES,from Ann,31.20\n', '07/11/2026,Ben B,DUES,from Ben,31.20\n']
  await send(head + ann)
  expect(await send(head + ben + ann, { isTrial: true })).toMatchObject({ added: 1, known: 1, changed: 0 })
  expect(await send(head + ben + ann)).toMatchObject({ added: 1, known: 1 })
  expect(await send(head + ann + ben)).toMatchObject({ added: 0, known: 2 })
  expect(await waiting()).toEqual(['Ann A: DUES from Ann 3120', 'Ben B: DUES from Ben 3120'])
})

test('a line whose text the bank completed waits again, says which it may be, and is not certain', async () => {
  const head = 'Date,Name,Text,Amount\n'
  await send(`${head}07/11/2026,Ann A,Dues,31.20\n`, { name: 'monday.csv' })
  const completed = await send(`${head}07/11/2026,Ann A,Dues of November,31.20\n`)
  expect(completed).toMatchObject({ added: 1, known: 0, changed: 1 })
  const { lines } = await treasurer.bank.listLines({ group: 'unknown', skip: 0, text: '' })
  expect(lines).toMatchObject([
    { text: 'Dues', hasTwin: false, twin: null },
    { text: 'Dues of November', hasTwin: true, twin: { fileName: 'monday.csv', payerName: 'Ann A', text: 'Dues' } },
  ])
  // Set aside, the first is no longer what the second may be.
  await treasurer.bank.setLineAside({ lineId: lines[0]?.id ?? 0, reason: 'the same' })
  const left = await treasurer.bank.listLines({ group: 'unknown', skip: 0, text: '' })
  expect(left.lines).toMatchObject([{ hasTwin: false }])
})

test('a file with days that are yet to come, or long over, says so', async () => {
  const on = async (day: string) => {
    const { isAhead, isOld } = await send(`Date,Text,Amount\n${day},Dues,31.20\n`, { isTrial: true })
    return { isAhead, isOld }
  }
  expect(await on('2026-11-28')).toEqual({ isAhead: false, isOld: false })
  expect(await on('2026-11-29')).toEqual({ isAhead: true, isOld: false })
  expect(await on('2026-09-29')).toEqual({ isAhead: false, isOld: false })
  expect(await on('2026-09-28')).toEqual({ isAhead: false, isOld: true })
})

test('lines are known again after their texts are erased', async () => {
  const file = 'Date,Name,Account,Text,Amount\n07/11/2026,Ann A,GB29NWBK60161331926819,Dues,31.20\n'
  await send(file)
  await portal.db.updateTable('bank_lines').set({ text: '', payer_name: '', payer_account: '' }).execute()
  expect(await send(file)).toMatchObject({ added: 0, known: 1 })
})

test('files of one account that come at the same moment bring each line once', async () => {
  const rows = (names: readonly string[]) =>
    `Date,Name,Text,Amount\n${names.map((name) => `07/11/2026,${name},Dues,31.20`).join('\n')}\n`
  const files = [rows(['Ann', 'Ben']), rows(['Ben', 'Cy']), rows(['Cy', 'Ann']), rows(['Ann', 'Ben', 'Cy'])]
  await Promise.all(files.map((file) => send(file)))
  expect((await waiting()).toSorted()).toEqual(['Ann', 'Ben', 'Cy'].map((name) => `${name}: Dues 3120`))
})

type BankPayment = { name: string; text: string; day: number; reference: string }

const formats = {
  csv: (lines: readonly BankPayment[]) =>
    [
      'Date,Name,Transaction ID,Description,Amount',
      ...lines.map(({ name, text, day, reference }) => `0${day}/11/2026,${name},${reference},${text},31.20`),
    ].join('\n'),
  mt940: (lines: readonly BankPayment[]) =>
    [
      ':20:M',
      ':25:062000/12345678',
      ':60F:C261101AUD0,00',
      ...lines.flatMap(({ name, text, day, reference }) => [
        `:61:26110${day}C31,20NTRFNONREF${reference === '' ? '' : `//${reference}`}`,
        `:86:/NAME/${name}/REMI/${text}`,
      ]),
    ].join('\n'),
  ofx: (lines: readonly BankPayment[]) =>
    `<OFX><STMTRS><CURDEF>AUD<BANKACCTFROM><BANKID>1<ACCTID>12345678</BANKACCTFROM>${lines
      .map(
        ({ name, text, day, reference }) =>
          `<STMTTRN><DTPOSTED>2026110${day}<TRNAMT>31.20<FITID>${reference}<NAME>${name}<MEMO>${text}</STMTTRN>`,
      )
      .join('')}</STMTRS></OFX>`,
}

test.each(['csv', 'mt940', 'ofx'] as const)(
  'each payment of a list waits once, in whatever files of %s it comes',
  async (format) => {
    const random = randomOf(`overlaps ${format}`)
    for (let round = 0; round < roundsOf(16); round += 1) {
      await portal.db.deleteFrom('bank_lines').execute()
      const all: BankPayment[] = Array.from({ length: random.whole(2, 9) }, (_, at) => ({
        name: random.pick(['Ann A', 'Ben B', 'Cy C']),
        text: random.pick(['dues', 'dues', 'November']),
        day: random.whole(6, 8),
        reference: random.pick(['', 'DUES', `X${at}`]),
      }))
      const mixed = (lines: readonly BankPayment[]) =>
        lines
          .map((line) => ({ line, at: random.next() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ line }) => line)
      // The day so far, the day so far once more, and all of it.
      const parts = [1, 2, 3]
        .map(() => all.slice(0, random.whole(1, all.length)))
        .toSorted((a, b) => a.length - b.length)
      for (const lines of [...parts, all, all]) await send(formats[format](mixed(lines)))
      const expected = all.map(({ name, text, reference }) => ({ name, text, reference }))
      const found = await portal.db
        .selectFrom('bank_lines')
        .select(['payer_name as name', 'text', 'bank_reference as reference'])
        .execute()
      const told = (lines: typeof expected) =>
        lines
          .map((line) => JSON.stringify({ ...line, reference: /\d/.test(line.reference) ? line.reference : '' }))
          .toSorted()
      expect(told(found), `round ${round}`).toEqual(told(expected))
    }
  },
)
