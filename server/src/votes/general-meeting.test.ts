import { ballotCode, readBytes } from '@spacekeeper/contract/votes/ballot-bytes.ts'
import { recount } from '@spacekeeper/contract/votes/recount.ts'
import { BallotFile } from '@spacekeeper/contract/votes/secret-shapes.ts'
import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '#platform/pdf/read-pdf.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { blindTestPaper, signTestPaper } from './secret/secret-voter.testing.ts'

// A general meeting from the proxies to the minutes, with everything over HTTP. Its tests follow each other.

const hourMs = 3_600_000
/** A Tuesday in Brisbane, whose clocks never change: three in the afternoon. */
let now = new Date('2027-03-02T05:00:00Z')

let portal: TestPortal
let staff: TestClient
let adminId = 0
/** Fifty members on the roll, besides the administrator: the first 5 hold proxies of the last 12. */
const members: number[] = []
let meetingId = 0

const memberAt = (index: number) => members[index] ?? 0
const principals = () => members.slice(-12)
const holderOf = (index: number) => memberAt(index % 5)

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  adminId = (await aMember(portal.db, { isAdmin: true, screenName: 'ada' })).id
  staff = await portal.as(adminId)
  for (let n = 0; n < 50; n += 1) members.push((await aMember(portal.db, { registeredAt: new Date('2025-01-01') })).id)
  for (const [key, value] of [
    ['ENABLE_PROXY_VOTING', true],
    ['PROXY_HOLDER_ACCEPTS', true],
    ['QUORUM_KIND', 'share'],
    ['QUORUM_SHARE', 96],
  ] as const) {
    await changeSetting(portal.ctx, { key, value })
  }
})
afterAll(() => portal.close())

const meter = async () => (await staff.meetings.getAttendance({ meetingId })).meter

test('twelve members who cannot come give a proxy, and five others accept', async () => {
  await staff.meetings.create({ type: { value: 'general' }, date: '2027-03-04 19:00', chair: 'Ada Hall' })
  const [meeting] = await staff.meetings.list()
  meetingId = meeting?.id ?? 0
  for (const [n, memberId] of principals().entries()) {
    const client = await portal.as(memberId)
    await client.proxies.give({ meeting: meetingId, memberCity: 'Ipswich', proxy: holderOf(n), proxyCity: 'Brisbane' })
  }
  const waiting = await portal.db.selectFrom('proxies').select(['id', 'holder_id']).orderBy('id').execute()
  expect(waiting).toHaveLength(12)
  for (const { id, holder_id } of waiting) {
    await (await portal.as(holder_id)).proxies.answer({ proxyId: id, isAccepted: true })
  }
  const accepted = await portal.db.selectFrom('proxies').select('id').where('accepted_at', 'is not', null).execute()
  expect(accepted).toHaveLength(12)
})

test('the quorum is reached with 38 members, the administrator and twelve proxies, and members who are represented count', async () => {
  now = new Date('2027-03-04T08:30:00Z')
  // The session of two days ago is over.
  staff = await portal.as(adminId)
  await staff.meetings.openMeeting({ meetingId })
  for (const memberId of members.slice(0, 36)) await staff.meetings.recordArrival({ meetingId, memberId })
  expect(await meter()).toMatchObject({ needed: 49, present: 36, represented: 12, isReached: false })
  await staff.meetings.recordArrival({ meetingId, memberId: memberAt(36) })
  expect(await meter()).toMatchObject({ present: 37, represented: 12, isReached: true })
  await staff.meetings.recordArrival({ meetingId, memberId: memberAt(37) })
  expect(await meter()).toMatchObject({ onRoll: 51, present: 38, represented: 12, isReached: true })
})

test('a principal who comes after all votes for themselves: their proxy ends', async () => {
  const [first = 0] = principals()
  now = new Date(now.getTime() + hourMs / 4)
  await staff.meetings.recordArrival({ meetingId, memberId: first })
  expect(await meter()).toMatchObject({ present: 39, represented: 11, isReached: true })
  const ended = await portal.db.selectFrom('proxies').select('end_reason').where('member_id', '=', first).execute()
  expect(ended).toEqual([{ end_reason: 'arrived' }])
})

test('the quorum is lost when too many leave, with a holder also the proxies they hold, and comes back with them', async () => {
  now = new Date(now.getTime() + 60_000)
  // Holds three proxies, or two of which one has ended by now.
  await staff.meetings.recordLeaving({ meetingId, memberId: memberAt(4) })
  const lost = await meter()
  expect(lost).toMatchObject({ present: 38, represented: 9, isReached: false })
  now = new Date(now.getTime() + 60_000)
  await staff.meetings.recordArrival({ meetingId, memberId: memberAt(4) })
  const back = await meter()
  expect(back).toMatchObject({ present: 39, represented: 11, isReached: true })
  expect(back.changes.map(({ isReached }) => isReached).slice(-3)).toEqual([true, false, true])
  await staff.meetings.recordArrival({ meetingId, memberId: adminId })
  expect(await meter()).toMatchObject({ present: 40, represented: 11 })
})

const draft = {
  kind: 'motion' as const, // the literal is wanted
  title: 'Buy a kiln for 4,000 dollars',
  ballot: 'secret' as const, // the literal is wanted
  method: 'majority' as const, // the literal is wanted
  share: { numerator: 2, denominator: 3 },
}

type Ballot = { paper: string; choice: Choice }

/** All votes a member holds, each in a ballot of its own, as the browser does it. */
const voteAll = async (input: { motionId: number; memberId: number; choose: (principalId: number) => Choice }) => {
  const { motionId, memberId, choose } = input
  const client = await portal.as(memberId)
  const stranger = await portal.as(null)
  const { rights } = await client.votes.get({ motionId })
  const ballots: Ballot[] = []
  for (const { principalId } of rights) {
    const paper = await blindTestPaper(client, motionId)
    const signed = await signTestPaper(client, { motionId, principalId, paper })
    const choice = choose(principalId)
    await stranger.votes.putBallot({ motionId, ...signed, choice })
    ballots.push({ paper: signed.paper, choice })
  }
  return ballots
}

test('a secret ballot with 40 present and 11 proxies is tallied right, and every voter finds their ballot', async () => {
  const { id: motionId } = await staff.votes.create({ ...draft, meetingId })
  await staff.votes.open({ motionId })
  const present = await portal.db
    .selectFrom('meeting_attendance')
    .select('member_id')
    .where('meeting_id', '=', meetingId)
    .where('left_at', 'is', null)
    .orderBy('member_id')
    .execute()
  const cast: Ballot[] = []
  // Two thirds of 51 are 34: exactly as many vote for it.
  const choose = (): Choice => ({ kind: 'motion', vote: cast.length < 34 ? 'for' : 'against' })
  for (const { member_id: memberId } of present) {
    for (const ballot of await voteAll({ motionId, memberId, choose: () => choose() })) cast.push(ballot)
  }
  expect(cast).toHaveLength(51)
  await staff.votes.close({ motionId })
  now = new Date(now.getTime() + 120_000)
  await portal.runAsOwner('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
  await portal.runJobs()
  const tally = { for: 0, against: 0, abstain: 0 }
  for (const { choice } of cast) if (choice.kind === 'motion') tally[choice.vote] += 1
  const { result, turnout } = await staff.votes.get({ motionId })
  expect(turnout).toBe(51)
  expect(result).toMatchObject({ votes: 51, count: { ...tally, needed: 34 } })
  const { content } = await staff.votes.downloadBallots({ motionId })
  const file = BallotFile.parse(JSON.parse(content.toString()))
  expect((await recount(file)).problems).toEqual([])
  for (const { paper, choice } of cast) {
    const code = await ballotCode(readBytes(paper))
    expect(file.ballots.find((one) => one.code === code)?.choice).toEqual(choice)
  }
})

test('the meeting closes, everybody leaves, and the register says what was decided but not by which member', async () => {
  await staff.meetings.closeMeeting({ meetingId })
  const there = portal.db.selectFrom('meeting_attendance').select('id').where('meeting_id', '=', meetingId)
  expect(await there.where('left_at', 'is', null).execute()).toEqual([])
  // What it was when it closed stays to be read.
  expect(await meter()).toMatchObject({ present: 40, represented: 11 })
  await staff.meetings.writeMinutes({ meetingId, minutes: 'The kiln was discussed.' })
  await staff.meetings.publishMinutes({ meetingId, isPublished: true })
  const register = await staff.meetings.downloadRegister({ meetingId })
  const text = readPdf(register.content)
  expect(text).toContain('Buy a kiln')
  expect(text).toContain('Ada Hall')
})
