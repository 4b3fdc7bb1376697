import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilLocksAwaited } from '#platform/db/waiting-locks.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMachine } from '../interlocks/factory.ts'
import { startMachineSession } from '../interlocks/sessions.ts'
import { aMeeting } from '../meetings/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aProxy } from '../proxies/factory.ts'
import { changeSetting } from '../settings/settings.ts'
import { readBuyerBalance } from '../vending/buyers.ts'
import { aVendingMachine } from '../vending/factory.ts'
import { aMotion } from '../votes/factory.ts'
import { aSecretMotion, blindTestPaper, signTestPaper } from '../votes/secret/secret-voter.testing.ts'
import { findActingFacts, findBar, mayAct, type MemberAct } from './acting-members.ts'
import { aGrant } from './factory.ts'

const yes: Choice = { kind: 'motion', vote: 'for' }

let portal: TestPortal
let staff: TestClient
let helperId: number
beforeAll(async () => {
  portal = await startTestPortal()
  await changeSetting(portal.ctx, { key: 'ENABLE_PROXY_VOTING', value: true })
  staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  helperId = (await aMember(portal.db)).id
})
afterAll(() => portal.close())

let cards = 9000

const aCardHolder = async (state: 'active' | 'inactive' = 'active') => {
  cards += 1
  const card = String(cards)
  return { ...(await aMember(portal.db, { state, cards: [card] })), card }
}

/** Names a guardian, who has signed or not. */
const nameGuardian = async (memberId: number, signedAt: Date | null) => {
  const at = new Date()
  await portal.db.insertInto('minors').values({ member_id: memberId, since: at }).execute()
  await portal.db
    .insertInto('guardian_requests')
    .values({
      member_id: memberId,
      guardian_name: 'Alex Quill',
      guardian_email: 'alex@example.org',
      token_hash: Buffer.from(`guardian of ${memberId}`),
      asked_at: at,
      expires_at: at,
      signed_at: signedAt,
      signed_name: signedAt === null ? null : 'Alex Quill',
    })
    .execute()
}

/** Members as they can be when what they did or agreed to before comes to count. */
const makers = {
  active: () => aCardHolder(),
  inactive: () => aCardHolder('inactive'),
  suspended: async () => {
    const member = await aCardHolder()
    await staff.members.suspend({ memberId: member.id, reason: 'Talk to us.' })
    return member
  },
  closed: async () => {
    const member = await aCardHolder()
    await staff.profile.closeMember({ memberId: member.id, confirmation: member.email })
    return member
  },
  minor: async () => {
    const member = await aCardHolder()
    await nameGuardian(member.id, null)
    return member
  },
  minorWithGuardian: async () => {
    const member = await aCardHolder()
    await nameGuardian(member.id, new Date())
    return member
  },
}

type StateName = keyof typeof makers

type TestedMember = { id: number; card: string }

const aMeetingWith = async (
  members: readonly number[],
  { isOn, here = [] }: { isOn: boolean; here?: readonly number[] },
): Promise<number> => {
  const now = new Date()
  const startsAt = isOn ? now : new Date(now.getTime() + 100 * 3_600_000)
  const { id } = await aMeeting(portal.db, { startsAt, rollFrozenAt: now, ...(isOn && { openedAt: now }) })
  await portal.db
    .insertInto('meeting_roll')
    .values(members.map((memberId) => ({ meeting_id: id, member_id: memberId })))
    .execute()
  const stays = here.map((memberId) => ({ meeting_id: id, member_id: memberId, arrived_at: now, how: 'name' as const }))
  if (stays.length > 0) await portal.db.insertInto('meeting_attendance').values(stays).execute()
  return id
}

const anOpenMotion = async (meetingId: number | null, roll: readonly number[] = []): Promise<number> => {
  const { id } = await aMotion(portal.db, { meetingId })
  await portal.db.updateTable('motions').set({ opened_at: new Date() }).where('id', '=', id).execute()
  const rows = roll.map((memberId) => ({ motion_id: id, member_id: memberId }))
  if (rows.length > 0) await portal.db.insertInto('motion_roll').values(rows).execute()
  return id
}

const castFor = async (casterId: number, { motionId, principalId }: { motionId: number; principalId: number }) =>
  (await portal.as(casterId)).votes.cast({ motionId, votes: [{ principalId, choice: yes }] })

const cities = { memberCity: 'Brisbane', proxyCity: 'Ipswich' }

/** An act by, for or with a member; resolves if the portal lets it happen. */
const acts = {
  'casts their own vote': async ({ id }) => castFor(id, { motionId: await anOpenMotion(null, [id]), principalId: id }),
  'has a paper of a secret ballot signed': async ({ id }) => {
    const motionId = await aSecretMotion(portal, [id])
    const paper = await blindTestPaper(await portal.as(helperId), motionId)
    await signTestPaper(await portal.as(id), { motionId, principalId: id, paper })
  },
  'votes through their proxy': async ({ id }) => {
    const meetingId = await aMeetingWith([id, helperId], { isOn: true, here: [helperId] })
    await aProxy(portal.db, { meetingId, memberId: id, holderId: helperId })
    await castFor(helperId, { motionId: await anOpenMotion(meetingId), principalId: id })
  },
  'votes as a proxy': async ({ id }) => {
    const meetingId = await aMeetingWith([id, helperId], { isOn: true, here: [id] })
    await aProxy(portal.db, { meetingId, memberId: helperId, holderId: id })
    await castFor(id, { motionId: await anOpenMotion(meetingId), principalId: helperId })
  },
  'gives a proxy': async ({ id }) => {
    const meeting = await aMeetingWith([id, helperId], { isOn: false })
    await (await portal.as(id)).proxies.give({ meeting, proxy: helperId, ...cities })
  },
  'is given a proxy on paper': async ({ id }) => {
    const meetingId = await aMeetingWith([id, helperId], { isOn: false })
    await staff.proxies.recordPaper({ meetingId, member: helperId, proxy: id, ...cities })
  },
  'accepts a proxy': async ({ id }) => {
    const meetingId = await aMeetingWith([id, helperId], { isOn: false })
    const { id: proxyId } = await aProxy(portal.db, { meetingId, memberId: helperId, holderId: id, isAccepted: false })
    await (await portal.as(id)).proxies.answer({ proxyId, isAccepted: true })
  },
  'withdraws a proxy': async ({ id }) => {
    const meetingId = await aMeetingWith([id, helperId], { isOn: false })
    const { id: proxyId } = await aProxy(portal.db, { meetingId, memberId: id, holderId: helperId })
    await (await portal.as(id)).proxies.withdraw({ proxyId })
  },
  'is checked in at a meeting': async ({ id }) => {
    const meetingId = await aMeetingWith([id], { isOn: true })
    await staff.meetings.recordArrival({ meetingId, memberId: id })
  },
  'signs in on site': async ({ id }) => (await portal.as(id)).visits.signIn({ guests: [] }),
  'starts a machine': async ({ id, card }) => {
    const { id: deviceId } = await aMachine(portal.db, {})
    await aGrant(portal.db, { memberId: id, deviceId })
    const started = await startMachineSession(portal.ctx, { deviceId, card })
    if (started.outcome === 'refused') throw new Error(started.refusal)
  },
  'buys at a machine': async ({ card }) => {
    const { id: deviceId } = await aVendingMachine(portal.db)
    const { refusal } = await readBuyerBalance(portal.ctx, { deviceId, card })
    if (refusal !== null) throw new Error(refusal)
  },
} satisfies Record<string, (member: TestedMember) => Promise<unknown>>

type ActName = keyof typeof acts

const outcomeOf = async (act: ActName, member: TestedMember): Promise<string> =>
  acts[act](member).then(
    () => 'done',
    (error: { code?: string; message?: string }) => error.code ?? error.message ?? '',
  )

const all = { active: 'done', inactive: 'done', minorWithGuardian: 'done' } as const

const expected: Record<ActName, Record<StateName, string>> = {
  'casts their own vote': { ...all, suspended: 'noVote', closed: 'notSignedIn', minor: 'noVote' },
  'has a paper of a secret ballot signed': { ...all, suspended: 'noVote', closed: 'notSignedIn', minor: 'noVote' },
  'votes through their proxy': { ...all, suspended: 'noVote', closed: 'noVote', minor: 'noVote' },
  'votes as a proxy': { ...all, suspended: 'noVote', closed: 'notSignedIn', minor: 'noVote' },
  'gives a proxy': {
    ...all,
    inactive: 'memberOnly',
    suspended: 'memberOnly',
    closed: 'notSignedIn',
    minor: 'badInput',
  },
  'is given a proxy on paper': { ...all, suspended: 'badInput', closed: 'badInput', minor: 'badInput' },
  'accepts a proxy': { ...all, suspended: 'proxyRefused', closed: 'notSignedIn', minor: 'proxyRefused' },
  'withdraws a proxy': { ...all, suspended: 'done', closed: 'notSignedIn', minor: 'done' },
  'is checked in at a meeting': { ...all, suspended: 'memberSuspended', closed: 'notFound', minor: 'done' },
  'signs in on site': {
    ...all,
    inactive: 'memberOnly',
    suspended: 'memberOnly',
    closed: 'notSignedIn',
    minor: 'done',
  },
  'starts a machine': {
    ...all,
    inactive: 'notActive',
    suspended: 'suspended',
    closed: 'unknownCard',
    minor: 'done',
  },
  'buys at a machine': {
    ...all,
    inactive: 'notActive',
    suspended: 'suspended',
    closed: 'unknownCard',
    minor: 'done',
  },
}

const states = Object.keys(makers) as StateName[] // Object.keys loses the literal names
const actNames = Object.keys(acts) as ActName[] // Object.keys loses the literal names

describe.each(states)('a member who is %s', (state) => {
  test.each(actNames.map((act) => [act, expected[act][state]] as const))('%s: %s', async (act, outcome) => {
    expect(await outcomeOf(act, await makers[state]())).toBe(outcome)
  })
})

const memberActs: readonly MemberAct[] = ['vote', 'attend', 'visit', 'logInAtKiosk', 'useDevice']

test('a query that asks it of many says the same as the rule for one', async () => {
  for (const state of states) {
    const { id } = await makers[state]()
    const facts = await findActingFacts(portal.db, id)
    for (const act of memberActs) {
      const { rows } = await sql<{ may: boolean }>`select ${mayAct(act, id)} as may`.execute(portal.db)
      expect(rows[0]?.may, `${state}: ${act}`).toBe(findBar(act, facts ?? {}) === null)
    }
  }
})

test('a suspension ends the stay at a meeting, and the vote of the member who is represented', async () => {
  const [bo, cy] = [await makers.active(), await makers.active()]
  const meetingId = await aMeetingWith([bo.id, cy.id, helperId], { isOn: true, here: [bo.id, helperId] })
  await aProxy(portal.db, { meetingId, memberId: cy.id, holderId: helperId })
  const meter = async () => (await staff.meetings.getAttendance({ meetingId })).meter
  expect(await meter()).toMatchObject({ present: 2, represented: 1 })
  for (const { id: memberId } of [bo, cy]) await staff.members.suspend({ memberId, reason: 'Talk to us.' })
  expect(await meter()).toMatchObject({ present: 1, represented: 0 })
  const motionId = await anOpenMotion(meetingId)
  expect(await staff.votes.get({ motionId })).toMatchObject({ present: 1 })
  expect(await (await portal.as(bo.id)).votes.get({ motionId })).toMatchObject({ rights: [], noVote: 'suspended' })
})

test.each(['casts their own vote', 'has a paper of a secret ballot signed', 'votes through their proxy'] as const)(
  'a member who is suspended while a lock is waited for: %s is refused',
  async (act) => {
    const member = await makers.active()
    const suspended = { suspended_at: new Date(), suspension_reason: 'Talk to us.' }
    const outcome = await portal.db.transaction().execute(async (tx) => {
      await tx.updateTable('members').set(suspended).where('id', '=', member.id).execute()
      const asked = outcomeOf(act, member)
      await untilLocksAwaited(portal.db, 1)
      return { asked }
    })
    expect(await outcome.asked).toBe('noVote')
  },
)
