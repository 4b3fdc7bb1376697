import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from './members/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'
import { changeSetting } from './settings/settings.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
  await changeSetting(portal.ctx, { key: 'EMAIL_ADMIN', value: 'desk@example.org' })
})
afterAll(() => portal.close())

const migration = readFileSync(join(import.meta.dirname, '../migrations/0103_waiting_jobs.sql'), 'utf8')

/** Adds a job as an earlier version did, and updates the portal. */
const addFormer = async (kind: string, payload: Record<string, unknown>) => {
  await sql`select graphile_worker.add_job(${kind}::text, ${JSON.stringify(payload)}::json)`.execute(portal.db)
  await portal.runAsOwner(migration)
  const { rows } = await sql<{ kind: string; payload: unknown }>`select t.identifier as kind, j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    order by j.id desc limit 1`.execute(portal.db)
  return rows[0]
}

/** The messages of a kind that went out, after all jobs: to which address, and its text. */
const written = async (template: string) => {
  await portal.runJobs()
  const rows = await portal.db
    .selectFrom('messages as m')
    .leftJoin('members as to', 'to.id', 'm.member_id')
    .select(['m.recipient', 'm.follows_member', 'm.text', 'to.email'])
    .where('m.template', '=', template)
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({ to: row.follows_member ? row.email : row.recipient, text: row.text ?? '' }))
}

test('a goodbye that waits at the update still goes out, and staff are told', async () => {
  const { id: memberId } = await aMember(portal.db)
  const closed = { memberId, email: 'gone@example.org', firstName: 'Gus', lastName: 'Gone', isSuspended: false }
  await addFormer('mailClosed', { ...closed, closedBy: 'Boss Bold' })
  expect(await written('goodbye')).toMatchObject([{ to: 'gone@example.org', text: expect.stringContaining('Gus') }])
  expect(await written('accountClosed')).toMatchObject([{ text: expect.stringContaining('Boss Bold') }])
})

test('notices of a changed address and of a new device that wait at the update still go out', async () => {
  const { id: memberId, email } = await aMember(portal.db)
  await addFormer('mailEmailChange', { memberId, step: 'done', from: 'before@example.org', to: email })
  expect((await written('ownEmailChanged')).map(({ to }) => to)).toEqual([email, 'before@example.org'])
  const at = '2026-01-02T03:04:05.000Z'
  await addFormer('mailNewDevice', { memberId, device: 'Firefox on Linux', address: '203.0.113.9', at })
  expect(await written('newDevice')).toMatchObject([{ to: email, text: expect.stringContaining('203.0.113.9') }])
})

test('emails to members that wait at the update say what staff wrote, and the former address is told', async () => {
  const { id: memberId, email } = await aMember(portal.db, { state: 'inactive' })
  await addFormer('mailMember', { memberId, mail: 'enabled', reason: null })
  expect(await written('enabled')).toMatchObject([{ to: email }])
  await addFormer('mailMember', { memberId, mail: 'disabled', reason: 'Lost the key.' })
  expect(await written('disabled')).toMatchObject([{ to: email, text: expect.stringContaining('Lost the key.') }])
  await addFormer('mailMember', { memberId, mail: 'lifted', reason: 'Found the key.', formerEmail: null })
  expect(await written('lifted')).toMatchObject([{ to: email, text: expect.stringContaining('Found the key.') }])
  await addFormer('mailMember', { memberId, mail: 'emailChanged', reason: null, formerEmail: 'before@example.org' })
  expect((await written('emailChanged')).map(({ to }) => to)).toEqual([email, 'before@example.org'])
})

const spellOf = async (memberId: number) =>
  (await portal.db.selectFrom('members').select('spell').where('id', '=', memberId).executeTakeFirstOrThrow()).spell

test('emails about applications and plans that wait at the update find their words in the rows they are about', async () => {
  const { id: memberId } = await aMember(portal.db, { state: 'noob' })
  const now = new Date()
  await portal.db
    .insertInto('applications')
    .values({
      member_id: memberId,
      spell: await spellOf(memberId),
      state: 'asked',
      submitted_at: now,
      question: 'Which machines?',
      asked_at: now,
    })
    .execute()
  await addFormer('mailSignup', { memberId, mail: 'asked', words: 'Which machines?', open: [], hasCredit: false })
  expect(await written('applicationAsked')).toMatchObject([{ text: expect.stringContaining('Which machines?') }])
  await addFormer('mailSignup', { memberId, mail: 'stepsOpen', words: '', open: ['a plan', 'the induction'] })
  expect(await written('returningStepsOpen')).toMatchObject([
    { text: expect.stringContaining('a plan, the induction') },
  ])
  const declined = { reason: 'Student', state: 'declined', decision_note: 'The card is too old.', percent: 30 } as const
  await portal.db
    .insertInto('concessions')
    .values({ member_id: memberId, asked_at: now, decided_at: now, ...declined })
    .execute()
  const facts = { plan: '', on: '', until: '', amount: '', name: '', percent: 0, note: 'The card is too old.' }
  await addFormer('mailPlan', { mail: 'concessionDeclined', memberId, invitationId: null, namedId: null, facts })
  expect(await written('concessionDeclined')).toMatchObject([{ text: expect.stringContaining('The card is too old.') }])
})

test('an email about a mandate that waits at the update finds the mandate', async () => {
  const { id: memberId } = await aMember(portal.db)
  const mandate = { scheme: 'sepa', reference: 'SK-9-1', holder: 'Ann', account_end: '3000', text: 'Yes' } as const
  await portal.db
    .insertInto('bank_mandates')
    .values({ member_id: memberId, ...mandate, signed_at: new Date(), sealed_account: 'sealed' })
    .execute()
  const facts = { amountCents: 0, on: '', about: '', reference: 'SK-9-1', account: '•••• 3000', reason: '' }
  await addFormer('mailBank', { mail: 'mandateGiven', memberId, facts })
  expect(await written('mandateGiven')).toMatchObject([{ text: expect.stringMatching(/3000[^]*SK-9-1/) }])
})

test('a notification that waits at the update for two devices keeps its words in one row', async () => {
  const push = { title: 'A vote is open', text: 'New chairs', path: '/tools/votes/1', tag: 'votes', isUrgent: true }
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const first = await addFormer('sendPush', { pushDeviceId: 1, ...push, until, tries: 2 })
  const notices = portal.db.selectFrom('push_notices').select(['id', 'title', 'text', 'path', 'tag'])
  const [notice] = await notices.execute()
  expect(first?.payload).toEqual({ pushDeviceId: 1, tries: 2, noticeId: notice?.id })
  expect(notice).toMatchObject({ title: 'A vote is open', text: 'New chairs', path: '/tools/votes/1', tag: 'votes' })
  await portal.runJobs()
})

test('news of openings that waits at the update without a name gets one, and keeps it', async () => {
  const at = new Date().toISOString()
  const news = { kind: 'announced', openingId: 1, byMemberId: null, startsAt: at, endsAt: at, count: 1 }
  const named = await addFormer('tellOpeningFollowers', news)
  expect(named?.payload).toEqual({ ...news, id: expect.any(String), saidAt: expect.any(String) })
  await portal.runAsOwner(migration)
  const { rows } = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs`.execute(portal.db)
  expect(rows).toEqual([{ payload: named?.payload }])
  await portal.runJobs()
})
