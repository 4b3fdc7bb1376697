import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aMeetingThatIsOn, aMotion, anAcceptedProxy, motionDraft } from './factory.ts'

let portal: TestPortal
let staff: Awaited<ReturnType<TestPortal['as']>>
beforeAll(async () => {
  portal = await startTestPortal()
  await portal.db
    .insertInto('settings')
    .values({ key: 'ENABLE_PROXY_VOTING', value: 'true', changed_at: new Date() })
    .execute()
  staff = await portal.as((await aMember(portal.db, { permissions: ['meetings'] })).id)
})
afterAll(() => portal.close())

const yes: Choice = { kind: 'motion', vote: 'for' }
const no: Choice = { kind: 'motion', vote: 'against' }

const voteOf = async (memberId: number, vote: { motionId: number; principalId?: number; choice: Choice }) => {
  const { motionId, principalId = memberId, choice } = vote
  const member = await portal.as(memberId)
  return member.votes.cast({ motionId, votes: [{ principalId, choice }] })
}

test('staff write, change, order and delete votes of a meeting until they are opened', async () => {
  const { meetingId } = await aMeetingThatIsOn(portal.db, { here: 2 })
  const first = await staff.votes.create({ ...motionDraft, meetingId })
  const second = await staff.votes.create({ ...motionDraft, title: 'Longer opening hours', meetingId })
  await staff.votes.setOrder({ meetingId, motionIds: [second.id] })
  expect((await staff.votes.listOfMeeting({ meetingId })).map(({ id }) => id)).toEqual([second.id, first.id])
  await staff.votes.update({
    motionId: first.id,
    ...motionDraft,
    kind: 'election',
    method: 'ranked',
    options: [
      { name: 'Ada', details: '' },
      { name: 'Bo', details: 'Since 2020' },
    ],
  })
  expect(await staff.votes.get({ motionId: first.id })).toMatchObject({
    kind: 'election',
    phase: 'planned',
    roll: 2,
    options: [{ name: 'Ada' }, { name: 'Bo', details: 'Since 2020' }],
  })
  await staff.votes.remove({ motionId: second.id })
  await staff.votes.open({ motionId: first.id })
  await expect(staff.votes.update({ motionId: first.id, ...motionDraft })).rejects.toMatchObject({ code: 'voteBegun' })
  await expect(staff.votes.remove({ motionId: first.id })).rejects.toMatchObject({ code: 'voteBegun' })
  await expect(staff.votes.open({ motionId: first.id })).rejects.toMatchObject({ code: 'voteBegun' })
  expect(await staff.votes.listOfMeeting({ meetingId })).toHaveLength(1)
})

test('what does not go together is refused by the field', async () => {
  const { meetingId } = await aMeetingThatIsOn(portal.db, { here: 1 })
  await expect(staff.votes.create({ ...motionDraft, seats: 2, meetingId })).rejects.toMatchObject({
    body: { code: 'badInput', fields: [{ field: 'seats' }] },
  })
  await expect(staff.votes.create({ ...motionDraft, title: ' ', meetingId })).rejects.toMatchObject({
    body: { fields: [{ field: 'title' }] },
  })
  const other = await staff.votes.create({ ...motionDraft, meetingId: null })
  await expect(staff.votes.setOrder({ meetingId, motionIds: [other.id] })).rejects.toMatchObject({
    body: { fields: [{ field: 'motionIds' }] },
  })
  await expect(staff.votes.create({ ...motionDraft, meetingId: 999_999 })).rejects.toMatchObject({ code: 'notFound' })
})

test('a vote of a meeting opens only while the meeting is on', async () => {
  const { meetingId } = await aMeetingThatIsOn(portal.db, { here: 1 })
  const { id } = await aMotion(portal.db, { meetingId })
  await portal.db.updateTable('meetings').set({ closed_at: new Date() }).where('id', '=', meetingId).execute()
  await expect(staff.votes.open({ motionId: id })).rejects.toMatchObject({ code: 'meetingNotOpen' })
  await expect(staff.votes.create({ ...motionDraft, meetingId })).rejects.toMatchObject({ code: 'meetingEnded' })
})

test('members who are there vote, and change their vote until it is closed', async () => {
  const { meetingId, here, away } = await aMeetingThatIsOn(portal.db, { here: 3, away: 1 })
  const [ada = 0, bo = 0, cy = 0] = here
  const [di = 0] = away
  const { id: motionId } = await aMotion(portal.db, { meetingId, shareOf: 'present' })
  await expect(voteOf(ada, { motionId, choice: yes })).rejects.toMatchObject({ code: 'voteNotOpen' })
  await staff.votes.open({ motionId })
  await voteOf(ada, { motionId, choice: no })
  await voteOf(ada, { motionId, choice: yes })
  await voteOf(bo, { motionId, choice: yes })
  await expect(voteOf(di, { motionId, choice: yes })).rejects.toMatchObject({ code: 'noVote' })
  await expect(voteOf(ada, { motionId, principalId: cy, choice: no })).rejects.toMatchObject({ code: 'noVote' })
  await expect(voteOf(cy, { motionId, choice: { kind: 'ranked', options: [] } })).rejects.toMatchObject({
    body: { fields: [{ field: 'choice', message: 'Choose for, against or abstain.' }] },
  })
  const asCy = await portal.as(cy)
  expect(await asCy.votes.get({ motionId })).toMatchObject({
    phase: 'open',
    turnout: 2,
    present: 3,
    roll: 4,
    rights: [{ principalId: cy, isOwn: true, isUsed: false, ground: 'own' }],
    result: null,
  })
  expect(await asCy.votes.countWaiting()).toEqual({ count: 1 })
  expect((await asCy.votes.list()).open.find(({ id }) => id === motionId)).toMatchObject({ waiting: 1 })
  expect(await (await portal.as(di)).votes.get({ motionId })).toMatchObject({ rights: [], noVote: 'notPresent' })
  await expect(asCy.votes.listVoters({ motionId })).rejects.toMatchObject({ code: 'votersHidden' })
  await staff.votes.close({ motionId })
  await expect(voteOf(cy, { motionId, choice: yes })).rejects.toMatchObject({ code: 'voteNotOpen' })
  await expect(staff.votes.close({ motionId })).rejects.toMatchObject({ code: 'voteNotOpen' })
  expect(await asCy.votes.get({ motionId })).toMatchObject({
    phase: 'published',
    present: 3,
    roll: 4,
    result: { kind: 'majority', isCarried: true, count: { for: 2, against: 0, measuredAgainst: 3, needed: 2 } },
  })
  expect((await asCy.votes.listVoters({ motionId })).map(({ choice }) => choice)).toEqual([yes, yes])
})

test('a stranger to the roll reads the result, but not who voted what', async () => {
  const { meetingId, here } = await aMeetingThatIsOn(portal.db, { here: 1 })
  const { id: motionId } = await aMotion(portal.db, { meetingId })
  await staff.votes.open({ motionId })
  await voteOf(here[0] ?? 0, { motionId, choice: yes })
  const stranger = await portal.as((await aMember(portal.db, { state: 'noob' })).id)
  expect(await stranger.votes.get({ motionId })).toMatchObject({ noVote: 'notOnRoll', rights: [], seesVoters: false })
  await staff.votes.close({ motionId })
  expect(await stranger.votes.get({ motionId })).toMatchObject({ result: { isCarried: true } })
  await expect(stranger.votes.listVoters({ motionId })).rejects.toMatchObject({ code: 'votersHidden' })
  await expect(stranger.votes.close({ motionId })).rejects.toMatchObject({ code: 'notAllowed' })
})

test('a holder votes for each principal, and a principal who arrives votes for themselves', async () => {
  const { meetingId, here, away } = await aMeetingThatIsOn(portal.db, { here: 1, away: 2 })
  const [holder = 0] = here
  const [eve = 0, fay = 0] = away
  const proxy = await anAcceptedProxy(portal.db, { meetingId, principalId: eve, holderId: holder })
  await anAcceptedProxy(portal.db, { meetingId, principalId: fay, holderId: holder })
  const { id: motionId } = await aMotion(portal.db, { meetingId })
  const asEve = await portal.as(eve)
  await asEve.votes.instruct({ proxyId: proxy.id, instructions: [{ motionId, words: 'Against, please.' }] })
  await staff.votes.open({ motionId })
  expect((await asEve.votes.get({ motionId })).noVote).toBe('proxyVotes')
  const asHolder = await portal.as(holder)
  const { rights, present } = await asHolder.votes.get({ motionId })
  expect(present).toBe(3)
  expect(rights[0]).toMatchObject({ principalId: holder, isOwn: true })
  expect(rights.toSorted((a, b) => a.principalId - b.principalId)).toMatchObject([
    { principalId: holder, ground: 'own', instructions: null },
    { principalId: eve, ground: 'proxy', instructions: 'Against, please.' },
    { principalId: fay, ground: 'proxy', instructions: null },
  ])
  await asHolder.votes.cast({
    motionId,
    votes: [
      { principalId: holder, choice: yes },
      { principalId: eve, choice: no },
    ],
  })
  await portal.db
    .insertInto('meeting_attendance')
    .values({ meeting_id: meetingId, member_id: fay, arrived_at: new Date(), how: 'name' })
    .execute()
  await expect(voteOf(holder, { motionId, principalId: fay, choice: no })).rejects.toMatchObject({ code: 'noVote' })
  await voteOf(fay, { motionId, choice: yes })
  await staff.votes.close({ motionId })
  expect(await asEve.votes.get({ motionId })).toMatchObject({ turnout: 3, result: { count: { for: 2, against: 1 } } })
  const voters = await asEve.votes.listVoters({ motionId })
  expect(voters.filter(({ castBy }) => castBy !== null).map(({ principalId }) => principalId)).toEqual([eve])
})

test('only principals write instructions, and only about votes of the meeting', async () => {
  const { meetingId, here, away } = await aMeetingThatIsOn(portal.db, { here: 1, away: 1 })
  const [holder = 0, principal = 0] = [here[0], away[0]]
  const { id: proxyId } = await anAcceptedProxy(portal.db, { meetingId, principalId: principal, holderId: holder })
  const { id: motionId } = await aMotion(portal.db, { meetingId })
  const { id: strange } = await aMotion(portal.db)
  const [asPrincipal, asHolder] = [await portal.as(principal), await portal.as(holder)]
  const write = (words: string, id = motionId) =>
    asPrincipal.votes.instruct({ proxyId, instructions: [{ motionId: id, words }] })
  await write('For')
  expect(await asHolder.votes.listInstructions({ proxyId })).toMatchObject([{ motionId, words: 'For' }])
  await write('')
  expect(await asPrincipal.votes.listInstructions({ proxyId })).toMatchObject([{ motionId, words: '' }])
  await expect(write('For', strange)).rejects.toMatchObject({ body: { fields: [{ field: 'instructions' }] } })
  await expect(asHolder.votes.instruct({ proxyId, instructions: [] })).rejects.toMatchObject({ code: 'notAllowed' })
  await expect(staff.votes.listInstructions({ proxyId })).rejects.toMatchObject({ code: 'notFound' })
})

test('twenty votes at the same moment as closing: each is either counted or refused', async () => {
  const { meetingId, here } = await aMeetingThatIsOn(portal.db, { here: 20 })
  const { id: motionId } = await aMotion(portal.db, { meetingId })
  await staff.votes.open({ motionId })
  const clients = await Promise.all(here.map((id) => portal.as(id)))
  const casts = clients.map((client, at) =>
    client.votes.cast({ motionId, votes: [{ principalId: here[at] ?? 0, choice: yes }] }).then(
      () => true,
      () => false,
    ),
  )
  const closing = staff.votes.close({ motionId })
  const outcomes = await Promise.all(casts)
  await closing
  const counted = outcomes.filter(Boolean).length
  expect(await staff.votes.get({ motionId })).toMatchObject({ turnout: counted, result: { count: { for: counted } } })
})

test('the same vote from two phones at the same moment is one vote', async () => {
  const { meetingId, here } = await aMeetingThatIsOn(portal.db, { here: 1 })
  const [ada = 0] = here
  const { id: motionId } = await aMotion(portal.db, { meetingId })
  await staff.votes.open({ motionId })
  await Promise.all([yes, no, yes, no].map((choice) => voteOf(ada, { motionId, choice })))
  await staff.votes.close({ motionId })
  expect(await staff.votes.get({ motionId })).toMatchObject({ turnout: 1, result: { votes: 1 } })
})

test('an election at a meeting shows its lot from the opening, and its rounds at the end', async () => {
  const { meetingId, here } = await aMeetingThatIsOn(portal.db, { here: 3 })
  const { id: motionId } = await aMotion(portal.db, { meetingId, options: ['Ada', 'Bo', 'Cy'] })
  expect((await staff.votes.get({ motionId })).lot).toEqual([])
  await staff.votes.open({ motionId })
  expect((await staff.votes.get({ motionId })).lot.toSorted((a, b) => a - b)).toEqual([0, 1, 2])
  const [ada = 0, bo = 0, cy = 0] = here
  await voteOf(ada, { motionId, choice: { kind: 'ranked', options: [0, 2] } })
  await voteOf(bo, { motionId, choice: { kind: 'ranked', options: [2] } })
  await voteOf(cy, { motionId, choice: { kind: 'ranked', options: [2, 1] } })
  await staff.votes.close({ motionId })
  expect(await staff.votes.get({ motionId })).toMatchObject({
    result: { kind: 'ranked', elected: [2], count: { quota: 200_000, rounds: [{ votes: [100_000, 0, 200_000] }] } },
  })
})

test('the audit says that votes were used, never what was voted', async () => {
  const { meetingId, here } = await aMeetingThatIsOn(portal.db, { here: 1 })
  const { id: motionId } = await aMotion(portal.db, { meetingId, title: 'The audited motion' })
  await staff.votes.open({ motionId })
  await voteOf(here[0] ?? 0, { motionId, choice: no })
  await staff.votes.close({ motionId })
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'data'])
    .where('subject_kind', '=', 'motion')
    .where('subject_id', '=', motionId)
    .orderBy('id')
    .execute()
  expect(events.map(({ event }) => event)).toEqual(['motion.opened', 'vote.cast', 'motion.closed', 'motion.published'])
  expect(JSON.stringify(events)).not.toContain('against')
})

test('a vote opened by mistake is a draft again as long as no vote was used', async () => {
  const { meetingId, here } = await aMeetingThatIsOn(portal.db, { here: 2 })
  const [memberId = 0] = here
  const { id: motionId } = await staff.votes.create({ ...motionDraft, meetingId, ballot: 'secret' })
  await expect(staff.votes.takeBack({ motionId })).rejects.toMatchObject({ code: 'voteNotOpen' })
  await staff.votes.open({ motionId })
  await staff.votes.takeBack({ motionId })
  expect(await staff.votes.get({ motionId })).toMatchObject({ phase: 'planned' })
  await staff.votes.update({ motionId, ...motionDraft })
  await staff.votes.open({ motionId })
  await voteOf(memberId, { motionId, choice: yes })
  await expect(staff.votes.takeBack({ motionId })).rejects.toMatchObject({ code: 'votesUsed' })
  const member = await portal.as(memberId)
  await expect(member.votes.takeBack({ motionId })).rejects.toMatchObject({ code: 'notAllowed' })
})
