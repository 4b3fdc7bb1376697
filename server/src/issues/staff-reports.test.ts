import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { newestReport } from './report-scene.testing.ts'

let portal: TestPortal
let staff: TestClient
let staffId: number
const clock = { now: new Date('2027-03-10T02:00:00Z') }
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  staffId = (await aMember(portal.db, { permissions: ['devices'], firstName: 'Di', lastName: 'Day' })).id
  staff = await portal.as(staffId)
})
afterAll(() => portal.close())

const report = async (input: Parameters<TestClient['issues']['report']>[0]) => {
  const member = await portal.as((await aMember(portal.db)).id)
  await member.issues.report(input)
  return { member, issueId: (await newestReport(staff)).id }
}

test('only staff who look after devices work on reports', async () => {
  const { issueId, member } = await report({ title: 'Locked away' })
  const others = await portal.as((await aMember(portal.db, { permissions: ['members', 'access'] })).id)
  for (const caller of [member, others]) {
    await expect(caller.issues.listReports({})).rejects.toMatchObject({ code: 'notAllowed' })
    await expect(caller.issues.getReport({ issueId })).rejects.toMatchObject({ code: 'notAllowed' })
    await expect(caller.issues.changeReport({ issueId, state: 'done' })).rejects.toMatchObject({ code: 'notAllowed' })
  }
})

test('a list is narrowed by state, device, owner, due date and words, and unsafe ones come first', async () => {
  const { id: deviceId } = await aMachine(portal.db, { name: 'Bandsaw' })
  const { issueId: unsafe } = await report({ title: 'Wheel cracked', deviceId, isUnsafe: true })
  const { issueId: late } = await report({ title: 'Fluorescent tube', area: 'Écurie' })
  const { issueId: plain } = await report({ title: 'Door squeaks' })
  await staff.issues.changeReport({ issueId: late, ownerId: staffId, state: 'inProgress' })
  await portal.db.updateTable('issue_reports').set({ due_on: '2027-03-08' }).where('id', '=', late).execute()
  await staff.issues.changeReport({ issueId: plain, state: 'done' })
  const ids = async (query: Parameters<TestClient['issues']['listReports']>[0]) =>
    (await staff.issues.listReports(query)).issues.map(({ id }) => id)
  expect((await ids({})).slice(0, 2)).toEqual([unsafe, late])
  expect(await ids({ which: 'inProgress' })).toEqual([late])
  expect(await ids({ which: 'done' })).toEqual([plain])
  expect(await ids({ deviceId })).toEqual([unsafe])
  expect(await ids({ ownerId: staffId })).toEqual([late])
  expect(await ids({ isOverdue: 'true' })).toEqual([late])
  expect(await ids({ text: 'BANDSAW wheel' })).toEqual([unsafe])
  expect(await ids({ text: 'ecurie' })).toEqual([late])
  const { issues, hasMore, count } = await staff.issues.listReports({ which: 'all', limit: 2 })
  expect({ length: issues.length, hasMore }).toEqual({ length: 2, hasMore: true })
  expect(await ids({ which: 'all', offset: 2, limit: 100 })).toHaveLength(count - 2)
})

test('what staff change stands in the history and the audit, and an owner looks after devices', async () => {
  const { issueId } = await report({ title: 'Vice is stuck' })
  await staff.issues.changeReport({ issueId, state: 'inProgress', ownerId: staffId, dueOn: '2027-03-20' })
  await staff.issues.changeReport({ issueId, state: 'inProgress' })
  const { entries, owner, dueOn } = await staff.issues.getReport({ issueId })
  expect({ owner, dueOn }).toEqual({ owner: { id: staffId, name: 'Di Day' }, dueOn: '2027-03-20' })
  expect(entries.map(({ kind, by, text }) => [kind, by, text]).slice(1)).toEqual([
    ['state', 'Di Day', ''],
    ['owner', 'Di Day', 'Di Day'],
    ['due', 'Di Day', '2027-03-20'],
  ])
  const { id: ownerId } = await aMember(portal.db)
  await expect(staff.issues.changeReport({ issueId, ownerId })).rejects.toMatchObject({
    body: { fields: [{ field: 'ownerId' }] },
  })
  await expect(staff.issues.changeReport({ issueId, dueOn: '2027-02-30' })).rejects.toMatchObject({
    body: { fields: [{ field: 'dueOn' }] },
  })
  expect((await staff.issues.listIssueOwners()).owners).toContainEqual({ id: staffId, name: 'Di Day' })
  const events = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_kind', '=', 'issue')
    .where('subject_id', '=', issueId)
    .orderBy('id')
    .execute()
  expect(events.map(({ event }) => event)).toEqual(['issue.reported', 'issue.changed'])
})

test('a duplicate is done, and its members follow the other report', async () => {
  const { issueId: first, member } = await report({ title: 'Extractor is loud' })
  const { issueId: second, member: other } = await report({ title: 'Extractor makes noise', isUnsafe: true })
  await staff.issues.mergeReport({ issueId: second, intoId: first })
  expect(await staff.issues.getReport({ issueId: second })).toMatchObject({
    state: 'done',
    mergedInto: { id: first, title: 'Extractor is loud' },
  })
  expect(await staff.issues.getReport({ issueId: first })).toMatchObject({ members: 2, isUnsafe: true })
  expect((await other.issues.listOwn({})).issues).toMatchObject([
    { id: second, mergedInto: 'Extractor is loud' },
    { id: first, isFollowed: true },
  ])
  expect((await member.issues.listOwn({})).issues).toHaveLength(1)
  await expect(staff.issues.changeReport({ issueId: second, state: 'open' })).rejects.toMatchObject({
    code: 'issueMerged',
  })
  for (const intoId of [second, first, 2_000_000])
    await expect(staff.issues.mergeReport({ issueId: first, intoId })).rejects.toMatchObject({
      body: { fields: [{ field: 'intoId' }] },
    })
})

test('two who merge each into the other merge one', async () => {
  const [{ issueId: a }, { issueId: b }] = [await report({ title: 'Left' }), await report({ title: 'Right' })]
  const merged = await Promise.allSettled([
    staff.issues.mergeReport({ issueId: a, intoId: b }),
    staff.issues.mergeReport({ issueId: b, intoId: a }),
  ])
  expect(merged.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a member who leaves takes their name along, and the report stays', async () => {
  const { id: memberId, email } = await aMember(portal.db)
  await (await portal.as(memberId)).issues.report({ title: 'Stays here' })
  const { id: issueId } = await newestReport(staff)
  await staff.issues.writeNote({ issueId, text: 'Thank you, Bo.', isInternal: false })
  expect(await staff.issues.getReport({ issueId })).toMatchObject({ reporter: expect.any(String) })
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await admin.profile.closeMember({ memberId, confirmation: email })
  const left = await staff.issues.getReport({ issueId })
  expect(left).toMatchObject({ title: 'Stays here', reporter: null, reporterId: null })
  expect(left.entries.map(({ kind }) => kind)).toEqual(['reported'])
})

test('who is given a report to look after is emailed, unless they took it, gave it back, or it is done', async () => {
  const { issueId } = await report({ title: 'Lathe belt squeaks', description: 'Since Monday.' })
  const owner = await aMember(portal.db, { permissions: ['devices'], email: 'gil@example.org' })
  const mailed = async () => {
    await portal.runJobs()
    const rows = await portal.db
      .selectFrom('messages')
      .select(['recipient', 'subject'])
      .where('template', '=', 'issueGiven')
      .execute()
    return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`)
  }
  await staff.issues.changeReport({ issueId, ownerId: staffId })
  await staff.issues.changeReport({ issueId, ownerId: owner.id, state: 'done' })
  expect(await mailed()).toEqual([])
  await staff.issues.changeReport({ issueId, ownerId: null, state: 'open' })
  await staff.issues.changeReport({ issueId, ownerId: owner.id })
  await staff.issues.changeReport({ issueId, dueOn: '2027-03-20' })
  expect(await mailed()).toEqual(['gil@example.org: Lathe belt squeaks: assigned to you'])
})
