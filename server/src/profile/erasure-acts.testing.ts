import { randomUUID } from 'node:crypto'
import { record } from '#platform/db/change.ts'
import { aPdf } from '#platform/pdf/small-pdf.testing.ts'
import { insertGuardianRequest, writeGuardianLink } from '../agreements/guardians.ts'
import { openBrowser } from '../auth/browser.testing.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { aCharge } from '../billing/factory.ts'
import { bookPayment } from '../billing/payments/payments.ts'
import { startSubscription } from '../billing/subscriptions/subscriptions.ts'
import { aPhoto } from '../issues/report-scene.testing.ts'
import { aMeeting } from '../meetings/factory.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { queueSms } from '../messages/outbox.ts'
import { aKeyHolder } from '../openings/factory.ts'
import { aCertificate } from '../training/factory.ts'
import { aMotion } from '../votes/factory.ts'
import { type ErasureAct, odd, oddPassword } from './erasure-scene.testing.ts'
import { outwardActs } from './outward-acts.testing.ts'

/** Applies, is asked, answers, and is let in with a reason. */
const joins: ErasureAct = async ({ portal, clock, kim, own, staff }) => {
  const { id: applicationId } = await portal.db
    .insertInto('applications')
    .values({ member_id: kim.id, spell: 1, state: 'waiting', submitted_at: clock.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await (await staff()).signup.askApplicant({ applicationId, question: odd['question of staff'] })
  await (await own()).signup.answer({ answer: odd['answer to staff'] })
  await (await staff()).members.makeMember({ memberId: kim.id })
}

/** Logs in twice, the second time from a device that is new, and asks for another address. */
const logsIn: ErasureAct = async ({ portal, own }) => {
  await openBrowser(portal.app, '198.51.100.3').logIn(odd.address, oddPassword)
  await openBrowser(portal.app, odd['IP address']).logIn(odd.address, oddPassword)
  await (await own()).profile.requestEmailChange({ email: odd['wanted address'], password: oddPassword })
}

const hasCardsAndKeys: ErasureAct = async ({ portal, clock, kim, staff, own, day }) => {
  const memberId = kim.id
  await (await staff()).members.addCard({ memberId, number: odd['card number'], label: odd['card label'] })
  await portal.db
    .updateTable('members')
    .set({ vehicle_registration_plate: odd.plate, permissions: ['devices'] })
    .where('id', '=', memberId)
    .execute()
  const key = { name: odd['name of a key'], scopes: ['own:read' as const], expiresAt: `${day(30)}T00:00:00.000Z` } // narrows the scope
  await (await own()).apiKeys.createScriptKey(key)
  const at = clock.now
  await portal.db
    .insertInto('passkeys')
    .values({
      member_id: memberId,
      name: odd['name of a passkey'],
      credential_id: 'c',
      public_key: Buffer.from('k'),
      created_at: at,
      is_synced: false,
    })
    .execute()
}

/** Logs in by another provider, and is known at Stripe. */
const isKnownElsewhere: ErasureAct = async ({ portal, clock, kim }) => {
  const [memberId, at] = [kim.id, clock.now]
  const { id: providerId } = await portal.db
    .insertInto('login_providers')
    .values({
      name: 'Club',
      issuer: 'https://club.example',
      client_id: 'portal',
      secret_sealed: '',
      scopes: 'openid',
      allows_private: false,
      may_register: false,
      is_on: true,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await portal.db
    .insertInto('provider_links')
    .values({
      member_id: memberId,
      provider_id: providerId,
      subject: odd['number at a provider'],
      email: odd.address,
      linked_at: at,
    })
    .execute()
  const customer = {
    customer_id: odd['number at Stripe'],
    email: odd.address,
    name: `${odd['first name']} ${odd['last name']}`,
  }
  await portal.db
    .insertInto('stripe_customers')
    .values({ member_id: memberId, ...customer })
    .execute()
}

/** Reports, as a reporter with a photo and as the one who looks after one. */
const reports: ErasureAct = async ({ kim, own, staff }) => {
  const [mine, boss] = [await own(), await staff()]
  const { pictureId } = await mine.issues.uploadPhoto({ file: await aPhoto() })
  const description = `${odd['report of a member']} above the bench`
  await mine.issues.report({ title: `Lamp ${odd['report of a member']}`, description, pictureIds: [pictureId] })
  const { issues } = await boss.issues.listReports({ which: 'all' })
  const issueId = issues[0]?.id ?? 0
  await boss.issues.changeReport({ issueId, ownerId: kim.id })
  await boss.issues.writeNote({ issueId, text: odd['answer to a report'], isInternal: false })
  await mine.issues.writeNote({ issueId, text: odd['note of a member on a report'], isInternal: true })
}

/** Is in the space with a guest, expects a visitor, opens it, leaves things and asks for storage. */
const usesTheSpace: ErasureAct = async ({ portal, kim, own, day }) => {
  const mine = await own()
  await mine.visits.signIn({ guests: [odd.guest] })
  await aKeyHolder(portal.db, kim.id)
  await mine.openings.announce({ day: day(2), from: '18:00', until: '21:00', note: odd['note of an opening'] })
  await mine.visitors.expect({ name: odd.visitor, email: odd["visitor's address"], expectedOn: day(1) })
  await mine.labels.createTicket({ kind: 'leave', what: odd.ticket, untilOn: day(3) })
  await mine.storage.ask({ kind: 'box', note: odd['storage note'] })
}

/** Comes to a meeting, gives a proxy and instructions, is a candidate, and corrected on the roll. */
const goesToMeetings: ErasureAct = async ({ portal, boss, kim, own, staff, day }) => {
  const [mine, theirs] = [await own(), await staff()]
  const chair = `${odd['first name']} ${odd['last name']}`
  const { id: meetingId } = await theirs.meetings.create({ type: { value: 'agm' }, date: `${day(10)} 19:00`, chair })
  await theirs.meetings.invite({ meetingId })
  await portal.runJobs()
  await mine.meetings.setAway({ meetingId, isAway: true })
  await theirs.meetings.freezeRoll({ meetingId })
  const note = odd['note on the roll']
  await theirs.meetings.correctRoll({ meetingId, memberId: kim.id, isOn: false, reason: note })
  await theirs.meetings.correctRoll({ meetingId, memberId: kim.id, isOn: true, reason: note })
  const city = odd['city of a proxy']
  await mine.proxies.give({ meeting: meetingId, proxy: boss.id, memberCity: city, proxyCity: 'Ipswich' })
  const { id: proxyId } = await portal.db.selectFrom('proxies').select('id').executeTakeFirstOrThrow()
  const { id: former } = await aMeeting(portal.db, { startsAt: portal.ctx.now() })
  const removed = { created_at: portal.ctx.now(), ended_at: portal.ctx.now(), end_reason: 'removed' } as const
  const words = { member_city: city, holder_city: 'Ipswich', end_words: odd['reason of an ended proxy'] }
  const parties = { meeting_id: former, member_id: kim.id, holder_id: boss.id }
  await portal.db
    .insertInto('proxies')
    .values({ ...parties, ...removed, ...words })
    .execute()
  const { id: motionId } = await aMotion(portal.db, { meetingId, options: [chair, 'Boss Bold'] })
  await mine.votes.instruct({ proxyId, instructions: [{ motionId, words: odd['words for a proxy'] }] })
}

const learns: ErasureAct = async ({ portal, kim, staff }) => {
  const { id: certificateId } = await aCertificate(portal.db)
  const theirs = await staff()
  await theirs.training.award({ memberId: kim.id, certificateId })
  const { id: awardId } = await portal.db.selectFrom('awards').select('id').executeTakeFirstOrThrow()
  await theirs.training.endAward({ awardId, reason: odd['reason of a withdrawal'] })
}

/** Has a plan with a household, a lower price and a pause. */
const pays: ErasureAct = async ({ portal, kim, planId, own, staff, day }) => {
  const [mine, theirs] = [await own(), await staff()]
  const memberId = kim.id
  await changeBilling(portal.ctx, 'billing.paid', async (work) => {
    await startSubscription(work, { memberId, planId, collector: 'bank', paysBeforeAccess: false })
    await bookPayment(work, { memberId, amountCents: 5000, currency: 'EUR', method: 'bank', paidOn: work.today })
  })
  await mine.billing.invite({ email: odd['invited address'], role: 'child' })
  const { concessionId } = await mine.billing.askForConcession({ reason: odd['reason of a concession'], percent: 50 })
  const proof = new File([aPdf({ after: odd['proof of a concession'] })], 'proof.pdf', { type: 'application/pdf' })
  await mine.billing.sendProof({ file: proof })
  const note = odd['note on a concession']
  await theirs.billing.approveConcession({ concessionId, percent: 50, endsOn: day(100), note })
  const days = { from: day(40), to: day(60) }
  await theirs.billing.pauseMemberPlan({ memberId, ...days, reason: odd['reason of a pause'] })
}

/** Pays and gets money back, is charged by mistake, and has money on the balance. */
const isBooked: ErasureAct = async ({ portal, kim, staff, day }) => {
  const [memberId, theirs] = [kim.id, await staff()]
  const paid = { method: 'cash', paidOn: day(0), amountCents: 700, currency: 'EUR' } as const
  const key = () => ({ idempotencyKey: randomUUID() })
  const booked = { ...paid, note: odd['note on a payment'], ...key() }
  const { paymentId } = await theirs.billing.bookPayment({ memberId, ...booked })
  const reason = odd['reason of a refund']
  await theirs.billing.refund({ paymentId, amountCents: 700, method: 'cash', reason, paidOn: day(0), ...key() })
  const { id: chargeId } = await aCharge(portal.db, { memberId, amountCents: 300, currency: 'EUR', dueOn: day(5) })
  await theirs.billing.voidCharge({ chargeId, reason: odd['reason of a charge that was cancelled'] })
  const description = odd['words of a booking']
  await theirs.memberbucks.book({ memberId, type: 'cash', amountCents: 900, description, ...key() })
}

/** Lets the space debit an account, and transfers money from it. */
const usesTheBank: ErasureAct = async ({ portal, kim, own, staff }) => {
  const mine = await own()
  const { offer } = await mine.bank.getMandate()
  const account = { holder: odd['account name'], accountNumber: odd['account number'] }
  const give = () => mine.bank.giveMandate({ ...account, text: offer?.text ?? '', agrees: true })
  const { id: mandateId } = await give()
  await (await staff()).bank.endMandate({ mandateId, reason: odd['reason of a mandate that ended'] })
  await give()
  const { id: importId } = await portal.db
    .insertInto('bank_imports')
    .values({ file_name: 'march.csv', format: 'csv', added: 1, known: 0, at: portal.ctx.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: lineId } = await portal.db
    .insertInto('bank_lines')
    .values({
      import_id: importId,
      account: 'DE02120300000000202051',
      identity: Buffer.alloc(32),
      format: 'csv',
      booked_on: portal.ctx.now().toISOString().slice(0, 10),
      amount_cents: 1100,
      currency: 'EUR',
      text: odd['text of a transfer'],
      payer_name: odd['account name'],
      payer_account: odd['account number'],
      bank_reference: '',
      end_to_end: '',
      return_reason: '',
      state: 'waiting',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await (await staff()).bank.confirmLines({ lines: [{ lineId, target: { kind: 'dues', memberId: kim.id } }] })
}

/** Gets words of staff: a suspension and its end, an email to many, a text message. */
const isWrittenTo: ErasureAct = async ({ portal, kim, staff }) => {
  const theirs = await staff()
  const memberId = kim.id
  await record(portal.ctx, async (work) => ({
    result: await queueSms(work, {
      sms: { memberId, kind: 'staff', text: `${odd['first name']}, ${odd['words of staff']}` },
    }),
  }))
  const mailing = { selection: { filter: { text: odd['last name'] } }, subject: 'News', text: odd['words of staff'] }
  const { fingerprint, key } = await theirs.mailings.preview(mailing)
  await theirs.mailings.start({ ...mailing, fingerprint, key })
  await portal.runJobs()
  await theirs.members.suspend({ memberId, reason: odd['reason of staff'] })
  await theirs.members.liftSuspension({ memberId, reason: odd['reason of staff'] })
}

/** Signs an agreement, with their name typed. */
const signs: ErasureAct = async ({ own, staff, day }) => {
  const rules = { title: 'House rules', text: 'Sweep the floor.', inForceFrom: day(0), requiredOf: 'everyone' } as const
  await (await staff()).agreements.create(rules)
  const mine = await own()
  const { due } = await mine.agreements.listOwn()
  const versionIds = due.map(({ versionId }) => versionId)
  await mine.agreements.sign({ versionIds, name: `${odd['first name']} ${odd['last name']}`, guardian: null })
}

/** Names a guardian. */
const hasGuardian: ErasureAct = async ({ portal, kim }) => {
  const guardian = { name: odd.guardian, email: odd["guardian's address"] }
  const link = await writeGuardianLink(portal.ctx, { memberId: kim.id, guardian })
  await record(portal.ctx, async (work) => ({
    result: await insertGuardianRequest(work, { memberId: kim.id, guardian, link }),
  }))
}

/** Asks for the balance, which is never decided. */
const asksBalanceBack: ErasureAct = async ({ portal, clock, kim }) => {
  await anEntry(portal.db, { memberId: kim.id, amountCents: 900 })
  const account = { account_name: odd['account name'], sealed_account: 'sealed', account_end: '3000' }
  await portal.db
    .insertInto('balance_refunds')
    .values({ member_id: kim.id, amount_cents: 900, ...account, asked_at: clock.now })
    .execute()
}

/** Every feature in which words, names or numbers of a member are kept, each used once. */
export const acts: readonly ErasureAct[] = [
  joins,
  logsIn,
  hasCardsAndKeys,
  isKnownElsewhere,
  reports,
  usesTheSpace,
  goesToMeetings,
  learns,
  pays,
  isBooked,
  usesTheBank,
  ...outwardActs,
  isWrittenTo,
  signs,
  hasGuardian,
  asksBalanceBack,
]
