import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '#platform/pdf/read-pdf.testing.ts'
import type { TestClient } from '../client.testing.ts'
import { aMeeting } from '../meetings/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { motionDraft } from './factory.ts'

let portal: TestPortal
let staff: TestClient
let voters: number[]
beforeAll(async () => {
  portal = await startTestPortal()
  const joined = new Date('2020-01-01T00:00:00Z')
  staff = await portal.as((await aMember(portal.db, { permissions: ['meetings'], registeredAt: joined })).id)
  voters = [await aMember(portal.db), await aMember(portal.db)].map(({ id }) => id)
  await changeSetting(portal.ctx, { key: 'QUORUM_KIND', value: 'number' })
  await changeSetting(portal.ctx, { key: 'QUORUM_NUMBER', value: 2 })
})
afterAll(() => portal.close())

const aMeetingNow = async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt: new Date() })
  await staff.meetings.openMeeting({ meetingId })
  return meetingId
}

const arrive = async (meetingId: number) => {
  for (const memberId of voters) await staff.meetings.recordArrival({ meetingId, memberId })
}

/** The register as its words stand, whatever lines they were broken into. */
const registerOf = async (meetingId: number) =>
  readPdf((await staff.meetings.downloadRegister({ meetingId })).content).replaceAll(/\s+/g, ' ')

test('a vote keeps whether there was a quorum when it opened and when it closed, and the register says so', async () => {
  const meetingId = await aMeetingNow()
  const { id: motionId } = await staff.votes.create({ ...motionDraft, meetingId })
  await staff.votes.open({ motionId })
  const atOpening = { counted: 0, needed: 2, isReached: false }
  expect(await staff.votes.get({ motionId })).toMatchObject({ quorumAtOpening: atOpening, quorumAtClosing: null })
  await arrive(meetingId)
  await staff.votes.close({ motionId })
  // A later count or setting changes neither.
  for (const memberId of voters) await staff.meetings.recordLeaving({ meetingId, memberId })
  const facts = { quorumAtOpening: atOpening, quorumAtClosing: { counted: 2, needed: 2, isReached: true } }
  expect(await staff.votes.get({ motionId })).toMatchObject(facts)
  expect(await staff.votes.listOfMeeting({ meetingId })).toMatchObject([facts])
  const register = await registerOf(meetingId)
  expect(register).toContain('No quorum when the vote opened: 0, 2 needed.')
  expect(register).toContain('Quorum when it closed: 2, 2 needed.')
  const events = portal.db.selectFrom('audit_events').select('data').where('subject_id', '=', motionId)
  const ofVote = await events.where('event', 'in', ['motion.opened', 'motion.closed']).orderBy('id').execute()
  expect(ofVote.map(({ data }) => data)).toMatchObject([
    { counted: 0, needed: 2 },
    { counted: 2, needed: 2 },
  ])
})

test('a vote that is taken back forgets its quorum, and is asked again when it opens', async () => {
  const meetingId = await aMeetingNow()
  const { id: motionId } = await staff.votes.create({ ...motionDraft, meetingId })
  await staff.votes.open({ motionId })
  await staff.votes.takeBack({ motionId })
  expect(await staff.votes.get({ motionId })).toMatchObject({ quorumAtOpening: null })
  await arrive(meetingId)
  await staff.votes.open({ motionId })
  expect(await staff.votes.get({ motionId })).toMatchObject({ quorumAtOpening: { counted: 2, isReached: true } })
})

test('a vote over days has no quorum, nor one at a meeting that demands none', async () => {
  const { id: overDays } = await staff.votes.create({ ...motionDraft, meetingId: null })
  await changeSetting(portal.ctx, { key: 'QUORUM_KIND', value: 'none' })
  const meetingId = await aMeetingNow()
  const { id: atMeeting } = await staff.votes.create({ ...motionDraft, meetingId })
  for (const motionId of [overDays, atMeeting]) {
    await staff.votes.open({ motionId })
    await staff.votes.close({ motionId })
    expect(await staff.votes.get({ motionId })).toMatchObject({ quorumAtOpening: null, quorumAtClosing: null })
  }
  expect(await registerOf(meetingId)).not.toContain('uorum when')
})
