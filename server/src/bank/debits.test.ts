import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayer, chargeOf } from '../billing/payer.testing.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'

let portal: TestPortal
let admin: Awaited<ReturnType<TestPortal['as']>>
let planId: number
const now = new Date('2026-03-10T02:00:00Z')
const iban = 'DE89 3704 0044 0532 0130 00'
const theirs = 'GB29 NWBK 6016 1331 9268 19'

const set = (facts: Partial<Record<SettingKey, unknown>>) =>
  Promise.all(Object.entries(facts).map(([key, value]) => admin.settings.update({ key, value })))

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  planId = (await aPlan(portal.db, { currency: 'EUR', costCents: 5000 })).id
})
afterAll(() => portal.close())

const give = async (memberId: number, facts: { accountNumber?: string; holder?: string; text?: string } = {}) => {
  const member = await portal.as(memberId)
  const { offer } = await member.bank.getMandate()
  const { holder = 'Ada Lovelace', accountNumber = theirs, text = offer?.text ?? '' } = facts
  return member.bank.giveMandate({ holder, accountNumber, text, agrees: true })
}
const preview = () => admin.bank.previewDebits({ dueBy: '2026-03-31' })
const start = async () => {
  const { fingerprint } = await preview()
  return admin.bank.startDebits({ dueBy: '2026-03-31', collectOn: '2026-03-24', fingerprint })
}
/** A member with a mandate and a charge that is announced. */
const collected = async () => {
  const payer = await aPayer(portal, { planId })
  await give(payer.id)
  const { runId } = await start()
  const { debits } = await admin.bank.getRun({ runId })
  return { ...payer, runId, debitId: debits[0]?.id ?? 0 }
}
const mailsTo = async (memberId: number) => {
  await portal.runJobs()
  const rows = await portal.db
    .selectFrom('messages')
    .select('template')
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  return rows
    .map(({ template }) => template)
    .filter((template) => /mandate|debit/i.test(template))
    .toSorted()
}

test('no mandate is offered before everything is set up, and staff read what is missing', async () => {
  const { id } = await aMember(portal.db)
  const member = await portal.as(id)
  expect(await member.bank.getMandate()).toEqual({ offer: null, mandate: null })
  await expect(give(id)).rejects.toMatchObject({ code: 'debitsOff' })
  await set({ DEBIT_SCHEME: 'sepa' })
  expect((await preview()).missing).toEqual([
    'Creditor identifier',
    'An account number that is an IBAN of the SEPA area',
    'The currency euro',
    'Account holder',
  ])
  await set({ SITE_LOCALE_CURRENCY: 'en-IE', BANK_ACCOUNT_NAME: 'Workshop e.V.', BANK_ACCOUNT_NUMBER: iban })
  await expect(admin.settings.update({ key: 'DEBIT_CREDITOR_ID', value: 'DE99ZZZ09999999999' })).rejects.toMatchObject({
    code: 'badInput',
  })
  await set({ DEBIT_CREDITOR_ID: 'DE98ZZZ09999999999' })
  expect((await preview()).missing).toEqual([])
  expect((await member.bank.getMandate()).offer).toMatchObject({
    scheme: 'sepa',
    creditorName: 'Workshop e.V.',
    noticeDays: 14,
  })
})

test.each([
  ['a wrong digit', { accountNumber: 'GB29 NWBK 6016 1331 9268 18' }, 'accountNumber'],
  ['an account outside of SEPA', { accountNumber: 'TR33 0006 1005 1978 6457 8413 26' }, 'accountNumber'],
  ['no account', { accountNumber: ' ' }, 'accountNumber'],
  ['a name banks cannot write', { holder: '中文' }, 'holder'],
])('a mandate with %s is refused at its field', async (_what, facts, field) => {
  const { id } = await aMember(portal.db)
  await expect(give(id, facts)).rejects.toMatchObject({ body: { fields: [{ field }] } })
})

test('an account number is stored encrypted, and no one reads more than its end', async () => {
  const { id } = await aMember(portal.db)
  expect(await give(id)).toMatchObject({ account: '•••• 6819', reference: `SK-${String(id).padStart(6, '0')}-1` })
  const whole = theirs.replaceAll(' ', '')
  const stored = await Promise.all([
    portal.db.selectFrom('bank_mandates').selectAll().execute(),
    portal.db.selectFrom('audit_events').selectAll().execute(),
    admin.bank.listMandates({ text: '', skip: 0 }),
  ])
  expect(JSON.stringify(stored)).not.toContain(whole)
  await expect(give(id, { text: 'another text' })).rejects.toMatchObject({ code: 'mandateChanged' })
  expect((await give(id, { accountNumber: iban })).account).toBe('•••• 3000')
  expect((await admin.bank.listMandates({ text: `SK-${String(id).padStart(6, '0')}`, skip: 0 })).total).toBe(1)
  const member = await portal.as(id)
  await member.bank.revokeMandate()
  await expect(member.bank.revokeMandate()).rejects.toMatchObject({ code: 'notFound' })
  expect((await member.bank.getMandate()).mandate).toBeNull()
  expect(await mailsTo(id)).toEqual(['mandateEnded', 'mandateGiven', 'mandateGiven'])
})

test('a collection announces, files, settles and keeps access in the meantime', async () => {
  const payer = await aPayer(portal, { planId })
  const cash = await aPayer(portal, { planId, collector: 'cash' })
  await give(payer.id)
  await give(cash.id)
  const { charges, totalCents, earliestOn, fingerprint } = await preview()
  expect([charges.map(({ chargeId }) => chargeId), totalCents, earliestOn]).toEqual([
    [payer.chargeId],
    5000,
    '2026-03-24',
  ])
  const input = { dueBy: '2026-03-31', collectOn: '2026-03-23', fingerprint }
  await expect(admin.bank.startDebits(input)).rejects.toMatchObject({ body: { fields: [{ field: 'collectOn' }] } })
  await expect(admin.bank.startDebits({ ...input, collectOn: '2026-03-24', fingerprint: 'x' })).rejects.toMatchObject({
    code: 'previewOutdated',
  })

  const { runId } = await start()
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'processing' })
  expect((await preview()).count).toBe(0)
  const first = await admin.bank.downloadRun({ runId })
  expect(first.name).toBe(`SK-DD-${runId}.xml`)
  expect(first.content.toString()).toContain('<IBAN>GB29NWBK60161331926819</IBAN>')
  expect((await admin.bank.downloadRun({ runId })).content.equals(first.content)).toBe(true)
  expect((await admin.bank.getRun({ runId })).debits).toMatchObject([
    { state: 'sent', memberId: payer.id, account: '•••• 6819' },
  ])

  expect(await admin.bank.settleRun({ runId, paidOn: '2026-03-10' })).toEqual({ settled: 1 })
  await expect(admin.bank.settleRun({ runId, paidOn: '2026-03-10' })).rejects.toMatchObject({ code: 'alreadyDecided' })
  await expect(admin.bank.cancelRun({ runId })).rejects.toMatchObject({ code: 'alreadyDecided' })
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'paid' })
  expect((await admin.bank.listRuns({ skip: 0 })).runs[0]).toMatchObject({
    settledCents: 5000,
    waiting: 0,
    returnedCents: 0,
  })
  expect(await mailsTo(payer.id)).toEqual(['debitAnnounced', 'mandateGiven'])
})

test('a debit that comes back before or after it was booked opens its charge again, and the member is told why', async () => {
  for (const isBooked of [false, true]) {
    const { id, runId, debitId, chargeId } = await collected()
    if (isBooked) await admin.bank.settleRun({ runId, paidOn: '2026-03-10' })
    await admin.bank.returnDebit({ debitId, reason: 'AM04' })
    await expect(admin.bank.returnDebit({ debitId, reason: 'AM04' })).rejects.toMatchObject({ code: 'alreadyDecided' })
    expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'open', paid_cents: 0 })
    expect((await admin.bank.getRun({ runId })).debits).toMatchObject([
      { state: 'returned', returnReason: 'There was not enough money in the account.' },
    ])
    expect(await mailsTo(id)).toEqual(['debitAnnounced', 'debitReturned', 'mandateGiven'])
    // So that the next round finds nothing of this one.
    await (await portal.as(id)).bank.revokeMandate()
  }
})

test('a closed account ends the mandate as well', async () => {
  const { id, debitId } = await collected()
  await admin.bank.returnDebit({ debitId, reason: 'AC04' })
  expect((await (await portal.as(id)).bank.getMandate()).mandate).toBeNull()
  expect(await mailsTo(id)).toContain('mandateEnded')
})

test('a collection that is called off opens its charges again', async () => {
  const { id, runId, chargeId } = await collected()
  await admin.bank.cancelRun({ runId })
  expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'open' })
  await expect(admin.bank.downloadRun({ runId })).rejects.toMatchObject({ code: 'alreadyDecided' })
  expect(await mailsTo(id)).toEqual(['debitAnnounced', 'debitCancelled', 'mandateGiven'])
  await (await portal.as(id)).bank.revokeMandate()
})

const mt940 = (...rows: string[]) =>
  new Blob([[':20:X', ':25:37040044/532013000', ':60F:C260301EUR0,00', ...rows].join('\n')], { type: 'text/plain' })

test('the statement settles a collection by its amount and name, and tells of a debit that came back', async () => {
  const { id, runId, debitId, chargeId } = await collected()
  const importFile = (file: Blob) => admin.bank.importStatement({ name: '', isTrial: 'false', file })
  const certain = async () => (await admin.bank.listLines({ group: 'certain', skip: 0, text: '' })).lines[0]
  const book = async () => {
    const line = await certain()
    const [choice] = line?.choices ?? []
    if (!line || !choice) throw new Error('nothing is certain')
    expect(await admin.bank.confirmLines({ lines: [{ lineId: line.id, target: choice.target }] })).toMatchObject({
      refused: [],
    })
    return { line, choice }
  }
  await importFile(mt940(':61:260310C50,00NDDTX', `:86:SAMMLER SK-DD-${runId}`))
  expect((await book()).choice).toMatchObject({ target: { kind: 'debitSettled', runId }, reasons: ['collected'] })
  expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'paid' })

  const { reference } = await portal.db
    .selectFrom('debits')
    .select('reference')
    .where('id', '=', debitId)
    .executeTakeFirstOrThrow()
  await importFile(mt940(':61:260310D50,00NRTIX', `:86:/EREF/${reference}/RTRN/MD06/REMI/zurück`))
  const { line } = await book()
  expect(line).toMatchObject({ amountCents: -5000 })
  expect(await chargeOf(portal, chargeId)).toMatchObject({ state: 'open' })
  await expect(admin.bank.undoLine({ lineId: line.id })).rejects.toMatchObject({ code: 'alreadyDecided' })
  expect(await mailsTo(id)).toContain('debitReturned')
})

test('in Australia an account is a BSB and a number, and the file is an ABA file', async () => {
  await set({
    SITE_LOCALE_CURRENCY: 'en-AU',
    DEBIT_SCHEME: 'becs',
    DEBIT_ABA_USER_ID: '301500',
    DEBIT_ABA_BANK: 'CBA',
    BANK_ACCOUNT_NUMBER: '062-000 12345678',
  })
  const payer = await aPayer(portal, { costCents: 6500 })
  await expect(give(payer.id)).rejects.toMatchObject({ body: { fields: [{ field: 'accountNumber' }] } })
  await give(payer.id, { accountNumber: '733-000 91234' })
  const { runId } = await start()
  const { name, content } = await admin.bank.downloadRun({ runId })
  expect(name).toBe(`SK-DD-${runId}.aba`)
  expect(content.toString().split('\r\n')[1]).toMatch(/^1733-000 {4}91234 130000006500Ada Lovelace/)
})
