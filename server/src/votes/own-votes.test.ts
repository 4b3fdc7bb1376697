import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { tendVotes } from './due-votes.ts'
import { aMotion } from './factory.ts'
import { votePersonalData } from './personal-data.ts'

const hourMs = 3_600_000
let now = new Date('2027-03-01T10:00:00Z')
const pass = (hours: number) => {
  now = new Date(now.getTime() + hours * hourMs)
}
const inHours = (hours: number) => new Date(now.getTime() + hours * hourMs)

let portal: TestPortal
let staffId: number
let ada: { id: number; email: string }
let bo: { id: number; email: string }
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  staffId = (await aMember(portal.db, { permissions: ['meetings'], state: 'noob' })).id
  ada = await aMember(portal.db)
  bo = await aMember(portal.db)
  await aMember(portal.db, { suspension: 'keys' })
})
afterAll(() => portal.close())

/** Sessions of tests last an hour. */
const staff = () => portal.as(staffId)

const yes: Choice = { kind: 'motion', vote: 'for' }

const draft = {
  kind: 'motion',
  title: 'Change of the statutes',
  ballot: 'open',
  method: 'majority',
  meetingId: null,
} as const

const tend = () => tendVotes(portal.ctx)

/** What a member downloads of their votes. */
const votesOf = async (memberId: number) => {
  const rows: unknown[] = []
  for (const { name, read } of votePersonalData.lists ?? [])
    if (name === 'votes') for await (const page of read(portal.ctx, memberId)) rows.push(...page)
  return rows
}

const mailsTo = async (template: string) => {
  await portal.runJobs()
  const rows = await portal.db.selectFrom('messages').select('recipient').where('template', '=', template).execute()
  return rows.map(({ recipient }) => recipient ?? '').toSorted()
}

test('a vote over days opens, reminds, closes and tells by itself', async () => {
  const { id: motionId } = await (
    await staff()
  ).votes.create({
    ...draft,
    share: { numerator: 2, denominator: 3 },
    opensAt: inHours(2).toISOString(),
    closesAt: inHours(50).toISOString(),
  })
  expect((await (await portal.as(ada.id)).votes.list()).planned).toMatchObject([{ id: motionId, phase: 'planned' }])
  pass(2)
  await tend()
  expect(await mailsTo('voteOpened')).toEqual([ada.email, bo.email])
  const asAda = await portal.as(ada.id)
  expect(await asAda.votes.get({ motionId })).toMatchObject({ phase: 'open', roll: 2, present: null, turnout: 0 })
  await asAda.votes.cast({ motionId, votes: [{ principalId: ada.id, choice: yes }] })
  // Who joins later does not vote.
  const late = await aMember(portal.db)
  expect(await (await portal.as(late.id)).votes.get({ motionId })).toMatchObject({ rights: [], noVote: 'notOnRoll' })
  pass(23)
  await tend()
  expect(await mailsTo('voteReminder')).toEqual([])
  pass(2)
  await tend()
  await tend()
  expect(await mailsTo('voteReminder')).toEqual([bo.email])
  pass(23)
  const asBo = await portal.as(bo.id)
  await expect(asBo.votes.cast({ motionId, votes: [{ principalId: bo.id, choice: yes }] })).rejects.toMatchObject({
    code: 'voteNotOpen',
  })
  expect(await asBo.votes.get({ motionId })).toMatchObject({ phase: 'counting', rights: [], result: null })
  await tend()
  await tend()
  expect(await asBo.votes.get({ motionId })).toMatchObject({
    phase: 'published',
    turnout: 1,
    roll: 2,
    result: { isCarried: true, count: { for: 1, needed: 1 } },
  })
  expect(await mailsTo('voteResult')).toEqual([ada.email, bo.email])
  expect((await asBo.votes.list()).closed).toMatchObject([{ id: motionId }])
})

test('a draft is for staff alone until it is opened or has a day', async () => {
  const { id: motionId } = await (await staff()).votes.create(draft)
  const asAda = await portal.as(ada.id)
  await expect(asAda.votes.get({ motionId })).rejects.toMatchObject({ code: 'notFound' })
  expect((await (await staff()).votes.listOwnVotes()).map(({ id }) => id)).toContain(motionId)
  await (await staff()).votes.open({ motionId })
  expect(await asAda.votes.get({ motionId })).toMatchObject({ phase: 'open', rights: [{ isOwn: true }] })
  await (await staff()).votes.close({ motionId })
})

test('a vote whose closing time is over is not opened, and does not keep others from opening', async () => {
  const { id: stuck } = await aMotion(portal.db, { opensAt: inHours(-5), closesAt: inHours(-1) })
  const { id: motionId } = await aMotion(portal.db, { opensAt: inHours(-1), closesAt: inHours(5) })
  await tend()
  expect(await (await staff()).votes.get({ motionId })).toMatchObject({ phase: 'open' })
  expect((await (await staff()).votes.get({ motionId: stuck })).openedAt).toBeNull()
  await expect((await staff()).votes.open({ motionId: stuck })).rejects.toMatchObject({
    body: { fields: [{ field: 'closesAt' }] },
  })
})

test('two processes that close the same vote publish one result', async () => {
  const { id: motionId } = await aMotion(portal.db, { opensAt: inHours(-1), closesAt: inHours(1) })
  await tend()
  const asAda = await portal.as(ada.id)
  await asAda.votes.cast({ motionId, votes: [{ principalId: ada.id, choice: yes }] })
  pass(2)
  await Promise.all([tend(), tend()])
  const events = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_kind', '=', 'motion')
    .where('subject_id', '=', motionId)
    .where('event', '=', 'motion.published')
    .execute()
  expect(events).toHaveLength(1)
})

test('a closed account leaves the result, without a name', async () => {
  const cy = await aMember(portal.db, { screenName: 'cyclone' })
  const { id: motionId } = await aMotion(portal.db)
  await (await staff()).votes.open({ motionId })
  await (await portal.as(cy.id)).votes.cast({ motionId, votes: [{ principalId: cy.id, choice: yes }] })
  await (await staff()).votes.close({ motionId })
  expect(await votesOf(cy.id)).toMatchObject([
    { title: 'A second laser cutter', choice: '{"kind": "motion", "vote": "for"}' },
  ])
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await admin.profile.closeMember({ memberId: cy.id, confirmation: cy.email })
  const voters = await (await staff()).votes.listVoters({ motionId })
  expect(voters).toMatchObject([{ choice: yes }])
  expect(JSON.stringify(voters)).not.toContain('cyclone')
  expect((await (await staff()).votes.get({ motionId })).result).toMatchObject({ isCarried: true })
})
