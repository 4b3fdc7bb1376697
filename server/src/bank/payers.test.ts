import { duesReference } from '@spacekeeper/contract/bank/references.ts'
import type { BankTarget } from '@spacekeeper/contract/bank/shapes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { aPayer, chargeOf } from '../billing/payer.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { tidyPayersJob } from './payers.ts'

let portal: TestPortal
let treasurer: Awaited<ReturnType<TestPortal['as']>>
const now = new Date('2026-11-28T02:00:00Z')

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  treasurer = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
})
afterAll(() => portal.close())
beforeEach(() =>
  portal.db.updateTable('bank_lines').set({ state: 'outgoing' }).where('state', '=', 'waiting').execute(),
)

const own = 'DE02120300000000202051'
const send = (text: string, isTrial = false) =>
  treasurer.bank.importStatement({ name: 'f', isTrial: String(isTrial), file: new Blob([text], { type: 'text/csv' }) })
const listed = async () => {
  const found: string[] = []
  for (const group of ['certain', 'proposal', 'unknown'] as const) {
    const { lines } = await treasurer.bank.listLines({ group, skip: 0, text: '' })
    for (const { payerName, payerAccount, choices } of lines)
      found.push([group, payerName, payerAccount, ...choices.map(({ reasons }) => reasons.join(' '))].join(', '))
  }
  return found
}
const onlyLine = async () => {
  const ids: number[] = []
  for (const group of ['certain', 'proposal', 'unknown'] as const)
    for (const { id } of (await treasurer.bank.listLines({ group, skip: 0, text: '' })).lines) ids.push(id)
  if (ids[0] === undefined || ids.length > 1) throw new Error(`${ids.length} lines wait`)
  return ids[0]
}
const confirm = async (target: BankTarget) => {
  const lineId = await onlyLine()
  expect(await treasurer.bank.confirmLines({ lines: [{ lineId, target }] })).toEqual({
    confirmed: [lineId],
    refused: [],
  })
  return lineId
}
let day = 0
/** One payment each, on a day of its own. */
const payment = (facts: { name: string; account: string; amount: string; text?: string }) => {
  day += 1
  const on = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10)
  return `Date,Name,Account,Amount,Text\n${on},${facts.name},${facts.account},${facts.amount},${facts.text ?? 'dues'}\n`
}
const payersOf = (memberId: number) =>
  portal.db.selectFrom('bank_payers').select(['account', 'name']).where('member_id', '=', memberId).execute()

test('an account that paid before is recognised, until the line that taught it is undone', async () => {
  const { id } = await aPayer(portal, { costCents: 6500, firstName: 'Quite', lastName: 'Unnamed' })
  const account = 'AT611904300234573201'
  await send(payment({ name: 'Müller K. & Co', account, amount: '9.99' }))
  const lineId = await confirm({ kind: 'dues', memberId: id })
  await send(payment({ name: 'CO MUELLER K', account, amount: '55.01' }))
  expect(await listed()).toEqual(['certain, CO MUELLER K, •••• 3201, account amount'])
  await send(payment({ name: 'Müller K. & Co', account: 'AT61 1904 3002 3457 3201', amount: '1.00' }))
  expect((await listed())[1]).toBe('proposal, Müller K. & Co, •••• 3201, account')
  await send(payment({ name: 'Müller K. & Co', account: 'GB33BUKB20201555555555', amount: '1.01' }))
  expect((await listed())[2]).toBe('unknown, Müller K. & Co, •••• 5555')
  const [stored] = await payersOf(id)
  expect(stored?.account).not.toContain('3201')
  await treasurer.bank.undoLine({ lineId })
  expect(await payersOf(id)).toEqual([])
  expect((await listed()).filter((row) => row.includes('account'))).toEqual([])
})

test('money of a stranger is not certain for the member whose line came in a file with the same own account', async () => {
  const head =
    'Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung'
  const row = (on: string, name: string, account: string, amount: string) =>
    `Giro;${own};BYLADEM1001;Bank;${on};${on};${name};${account};COBADEFFXXX;Gutschrift;Dues;${amount};EUR;100,00`
  const { id, chargeId } = await aPayer(portal, { costCents: 4500 })
  await send([head, row('10.11.2026', 'Payer One', 'DE89370400440532013000', '0,01')].join('\n'))
  await confirm({ kind: 'dues', memberId: id })
  expect(await chargeOf(portal, chargeId)).toMatchObject({ paid_cents: 1 })
  await send([head, row('12.11.2026', 'Payer Two', 'DE75512108001245126199', '44,99')].join('\n'))
  expect(await listed()).toEqual(['proposal, Payer Two, •••• 6199, amount'])
})

test('an account of the space is no payer’s, whatever the format it comes in, and is never remembered', async () => {
  await changeSetting(portal.ctx, { key: 'BANK_ACCOUNT_NUMBER', value: 'DE89370400440532013000' })
  const { id } = await aMember(portal.db)
  const settingsOwn = '37040044/532013000'
  const files = [
    `Date,Name,Account,Amount,Text\n2026-11-02,Ann,${settingsOwn},1.00,a\n`,
    `Date,Name,Account,Amount,Text\n2026-11-02,Ann,${own},1.00,b\n`,
    [':20:X', `:25:${own}`, ':60F:C261101AUD0,00', ':61:261102C1,01NTRFX', `:86:/IBAN/${own}/NAME/Ann/REMI/c`].join(
      '\n',
    ),
    `<OFX><STMTRS><CURDEF>AUD<BANKACCTFROM><BANKID>1<ACCTID>${own}</BANKACCTFROM><STMTTRN><DTPOSTED>20261103<TRNAMT>1.02<NAME>Ann<MEMO>d<BANKACCTTO><ACCTID>${own}</BANKACCTTO></STMTTRN></STMTRS></OFX>`,
    `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${own}</IBAN></Id></Acct><Ntry><Amt Ccy="AUD">1.03</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-04</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Ann</Nm></Dbtr><DbtrAcct><Id><IBAN>${own}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>e</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
  ]
  for (const file of files) {
    const trial = await send(file, true)
    expect(trial).toMatchObject({ added: 1, sample: [{ payerName: 'Ann', payerAccount: '' }] })
    await send(file)
    expect((await listed())[0]).toContain(', Ann, ')
    expect(await listed()).toHaveLength(1)
    await confirm({ kind: 'donation', memberId: id })
  }
  expect(await payersOf(id)).toEqual([])
  await expect(
    portal.runAsOwner(`update bank_lines set payer_account = 'de02 1203 0000 0000 2020 51' where account = '${own}'`),
  ).rejects.toThrow('bank_lines_payer_account')
  await changeSetting(portal.ctx, { key: 'BANK_ACCOUNT_NUMBER', value: '' })
})

test('an account that is the name of the file’s own account is none either, in whatever letters', async () => {
  const text = payment({ name: 'Ann', account: 'savings', amount: '1.00' })
  const { csv } = await send(text, true)
  if (!csv) throw new Error('not a CSV file')
  await treasurer.bank.saveColumns({ heading: csv.heading, columns: { ...csv.columns, ownAccount: 'SAVINGS' } })
  expect(await send(text)).toMatchObject({ added: 1, hasOwnColumn: true, sample: [{ payerAccount: '' }] })
  expect(await send(payment({ name: 'Ann', account: 'sav\u00DFings', amount: '1.00' }))).toMatchObject({ added: 1 })
  await portal.db.deleteFrom('bank_columns').execute()
})

test('an account that is found to be the space’s own is forgotten as a payer’s, and the audit says so', async () => {
  const { id } = await aMember(portal.db)
  const late = 'GB29NWBK60161331926819'
  await send(payment({ name: 'Ann', account: late, amount: '2.00' }))
  const lineId = await confirm({ kind: 'donation', memberId: id })
  expect(await payersOf(id)).toHaveLength(1)
  // The next file has it on every line, for money that came and that left.
  const file = `Date,Name,Account,Amount,Text\n2026-11-05,Ben,${late},3.00,a\n2026-11-05,Power,${late},-3.00,b\n`
  expect(await send(file)).toMatchObject({ added: 2, sample: [{ payerAccount: '' }, { payerAccount: '' }] })
  expect(await payersOf(id)).toEqual([])
  const line = await portal.db
    .selectFrom('bank_lines')
    .select('payer_account')
    .where('id', '=', lineId)
    .executeTakeFirst()
  expect(line?.payer_account).toBe('')
  const events = await portal.db
    .selectFrom('audit_events')
    .select('data')
    .where('event', '=', 'bank.ownAccountsForgotten')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(events).toEqual([{ data: { count: 1 } }])
})

test('what was remembered before is put in order once the portal runs: own accounts go, and names are worked out', async () => {
  const { id } = await aMember(portal.db)
  const [mine, theirs] = ['FR1420041010050500013M02606', 'NL91ABNA0417164300']
  await send(payment({ name: 'Ann', account: mine, amount: '4.00' }))
  await confirm({ kind: 'donation', memberId: id })
  await send(payment({ name: 'Ben', account: theirs, amount: '4.01' }))
  await confirm({ kind: 'donation', memberId: id })
  const before = await payersOf(id)
  await portal.db.updateTable('bank_payers').set({ name: null }).where('member_id', '=', id).execute()
  await portal.db
    .insertInto('bank_own_accounts')
    .values({ account: mine, found_in: 'statement', found_at: now })
    .execute()
  await record(portal.ctx, async (work) => ({ result: await addJob(work, tidyPayersJob, {}) }))
  await portal.runJobs()
  expect(await payersOf(id)).toEqual(before.slice(1))
})

test('a known account in another name is a proposal until a person has confirmed it in that name', async () => {
  const { id } = await aPayer(portal, { costCents: 4567 })
  const account = 'SE4550000000058398257466'
  await send(payment({ name: 'Ann Öberg', account, amount: '0.01' }))
  await confirm({ kind: 'topUp', memberId: id })
  await send(payment({ name: 'Other Person', account, amount: '45.67' }))
  expect(await listed()).toEqual(['proposal, Other Person, •••• 7466, account otherName amount'])
  const lineId = await confirm({ kind: 'dues', memberId: id })
  await treasurer.bank.undoLine({ lineId })
  // A match that was taken back is certain no more, neither this line nor the next of that payer, reference or not.
  expect(await listed()).toEqual(['proposal, Other Person, •••• 7466, undone account otherName amount'])
  await treasurer.bank.setLineAside({ lineId, reason: 'x' })
  await send(payment({ name: 'OBERG ANN', account, amount: '45.67' }))
  expect(await listed()).toEqual(['proposal, OBERG ANN, •••• 7466, undone account amount'])
})

test('a payer whose payment was taken back is certain again once a person has confirmed it anew', async () => {
  const { id } = await aPayer(portal, { costCents: 4568 })
  const line = (amount: string) =>
    payment({ name: 'No Account', account: '', amount, text: `dues ${duesReference(id)}` })
  await send(line('1.00'))
  expect(await listed()).toEqual(['certain, No Account, , reference'])
  await treasurer.bank.undoLine({ lineId: await confirm({ kind: 'dues', memberId: id }) })
  expect(await listed()).toEqual(['proposal, No Account, , undone reference'])
  await confirm({ kind: 'dues', memberId: id })
  await send(line('1.01'))
  expect(await listed()).toEqual(['certain, No Account, , reference'])
  expect(await portal.db.selectFrom('bank_undos').select('id').where('member_id', '=', id).execute()).toEqual([])
})

test('staff see which account is remembered for whom, and remove it', async () => {
  const [first, second] = [
    await aMember(portal.db, { firstName: 'Zara', lastName: 'First' }),
    await aMember(portal.db, { firstName: 'Zara', lastName: 'Second' }),
  ]
  const account = 'DK5000400440116243'
  for (const { id } of [first, second]) {
    await send(payment({ name: 'Family', account, amount: '5.00' }))
    await confirm({ kind: 'donation', memberId: id })
  }
  const list = () => treasurer.bank.listPayers({ text: 'zara', skip: 0 })
  const { payers, total, ownAccounts } = await list()
  expect(ownAccounts).toContainEqual(expect.objectContaining({ account: '•••• 2051' }))
  expect([total, ...payers]).toMatchObject([
    2,
    { memberName: 'Zara First', account: '•••• 6243', names: ['Family'], isShared: true },
    { memberName: 'Zara Second', isShared: true },
  ])
  await treasurer.bank.removePayer({ payerId: payers[0]?.id ?? 0 })
  await expect(treasurer.bank.removePayer({ payerId: payers[0]?.id ?? 0 })).rejects.toMatchObject({ code: 'notFound' })
  expect((await list()).payers).toMatchObject([{ memberName: 'Zara Second', isShared: false }])
  const other = await portal.as(first.id)
  await expect(other.bank.listPayers({ text: '', skip: 0 })).rejects.toMatchObject({ status: 403 })
})

test('an account that was wrongly taken for the space’s own is removed with who did it, and can be a payer’s again', async () => {
  const account = 'NL91ABNA0417164300'
  const { id: ownAccountId } = await portal.db
    .insertInto('bank_own_accounts')
    .values({ account, found_in: 'column', found_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { ownAccounts } = await treasurer.bank.listPayers({ text: '', skip: 0 })
  expect(ownAccounts).toContainEqual(
    expect.objectContaining({ id: ownAccountId, account: '•••• 4300', foundIn: 'column' }),
  )
  await treasurer.bank.removeOwnAccount({ ownAccountId })
  await expect(treasurer.bank.removeOwnAccount({ ownAccountId })).rejects.toMatchObject({ code: 'notFound' })
  const { id } = await aMember(portal.db, { firstName: 'Own', lastName: 'Account' })
  await send(payment({ name: 'Own Account', account, amount: '6.00' }))
  await confirm({ kind: 'donation', memberId: id })
  expect((await treasurer.bank.listPayers({ text: 'Own Account', skip: 0 })).payers).toMatchObject([
    { account: '•••• 4300' },
  ])
  const event = portal.db.selectFrom('audit_events').select('data').where('event', '=', 'bank.ownAccountRemoved')
  expect(await event.execute()).toMatchObject([{ data: { name: '•••• 4300' } }])
})
