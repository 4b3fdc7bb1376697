import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { aPdf } from '#platform/pdf/small-pdf.testing.ts'
import { removeBatch } from '#platform/retention/retention.ts'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { aPayer } from '../payer.testing.ts'
import { billingRetentions } from '../personal-data.ts'

let portal: TestPortal
const now = new Date('2026-03-01T00:00:00Z')
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
})
afterAll(() => portal.close())

const pdf = new Blob([aPdf()], { type: 'application/pdf' })

const aStudent = async () => {
  const payer = await aPayer(portal, { costCents: 6000 })
  const own = await portal.as(payer.id)
  const { concessionId } = await own.billing.askForConcession({ reason: 'Student', percent: 50 })
  return { payer, own, concessionId }
}

const aTreasurer = async () => portal.as((await aMember(portal.db, { permissions: ['money'] })).id)

test('a member asks with a proof, staff approve it, and the next period costs less', async () => {
  const { payer, own, concessionId } = await aStudent()
  await own.billing.sendProof({ file: pdf })
  expect((await own.billing.getMyPlan()).concession).toMatchObject({ state: 'asked', percent: 50, hasProof: true })
  const staff = await aTreasurer()
  const { concessions } = await staff.billing.listConcessions({})
  expect(concessions.find(({ id }) => id === concessionId)).toMatchObject({
    memberId: payer.id,
    reason: 'Student',
    proofType: 'application/pdf',
  })
  expect(await staff.billing.downloadProof({ concessionId })).toMatchObject({ name: `proof-${concessionId}.pdf` })
  await staff.billing.approveConcession({ concessionId, percent: 30, endsOn: '2027-03-01', note: 'Welcome.' })
  expect(await own.billing.getMyPlan()).toMatchObject({
    concession: { state: 'approved', percent: 30, endsOn: '2027-03-01', decisionNote: 'Welcome.' },
    subscription: { discounts: [{ kind: 'concession', words: 'Student', percent: 30 }] },
  })
  await expect(
    staff.billing.approveConcession({ concessionId, percent: 30, endsOn: null, note: '' }),
  ).rejects.toMatchObject({
    code: 'alreadyDecided',
  })
  await portal.runJobs()
  const mails = await portal.db.selectFrom('messages').select('template').where('member_id', '=', payer.id).execute()
  expect(mails).toEqual([{ template: 'concessionApproved' }])
})

test('staff decline with a reason that the member reads, who can then ask again', async () => {
  const { own, concessionId } = await aStudent()
  await expect(own.billing.askForConcession({ reason: 'Again', percent: 20 })).rejects.toMatchObject({
    code: 'concessionThere',
  })
  const staff = await aTreasurer()
  await expect(staff.billing.declineConcession({ concessionId, reason: ' ' })).rejects.toMatchObject({
    body: { fields: [{ field: 'reason' }] },
  })
  await staff.billing.declineConcession({ concessionId, reason: 'The card has run out.' })
  expect((await own.billing.getMyPlan()).concession).toMatchObject({
    state: 'declined',
    decisionNote: 'The card has run out.',
  })
  await own.billing.askForConcession({ reason: 'A new card', percent: 20 })
  await own.billing.withdrawConcession()
  await expect(own.billing.withdrawConcession()).rejects.toMatchObject({ code: 'notFound' })
})

test('staff of money decide about no price of their own, and other staff about none', async () => {
  const { id } = await aPayer(portal, { permissions: ['money'] })
  const own = await portal.as(id)
  const { concessionId } = await own.billing.askForConcession({ reason: 'Because', percent: 100 })
  const approval = { concessionId, percent: 100, endsOn: null, note: '' }
  await expect(own.billing.approveConcession(approval)).rejects.toMatchObject({ code: 'ownConcession' })
  const other = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  await expect(other.billing.downloadProof({ concessionId })).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(
    (await aTreasurer()).billing.approveConcession({ ...approval, endsOn: '2026-03-01' }),
  ).rejects.toMatchObject({
    body: { fields: [{ field: 'endsOn' }] },
  })
})

test.each([
  ['a text that says it is a picture', new Blob(['hello'], { type: 'image/png' }), 'badInput'],
  ['a kind of file that is not taken', new Blob(['hello'], { type: 'text/plain' }), 'wrongType'],
  ['a page that begins like a PDF', new Blob(['%PDF-1.4\n<html>'], { type: 'application/pdf' }), 'badInput'],
  ['a file that is too large', new Blob([Buffer.alloc(5_000_001)], { type: 'application/pdf' }), 'tooLarge'],
])('as a proof %s is refused', async (_what, file, code) => {
  const { own } = await aStudent()
  await expect(own.billing.sendProof({ file })).rejects.toMatchObject({ code })
  expect((await own.billing.getMyPlan()).concession?.hasProof).toBe(false)
})

test('proofs are erased so many days after the decision, and what was decided stays', async () => {
  const { own, concessionId } = await aStudent()
  await own.billing.sendProof({ file: pdf })
  await (await aTreasurer()).billing.approveConcession({ concessionId, percent: 30, endsOn: null, note: '' })
  const [retention] = billingRetentions
  const clean = (before: Date) =>
    record(portal.ctx, async (work) => ({
      result: retention ? await removeBatch(work, retention, { before, most: 100 }) : 0,
    }))
  expect(await clean(now)).toBe(0)
  await clean(new Date(now.getTime() + 1000))
  expect((await own.billing.getMyPlan()).concession).toMatchObject({ state: 'approved', hasProof: false })
})
