import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { setTo } from '../settings/changed-setting.testing.ts'
import { aCertificate, anAward } from './factory.ts'
import { checkInduction, openInduction } from './inductions.ts'
import { startLearningServer } from './learning.testing.ts'

const clock = { now: new Date('2026-05-04T02:00:00Z') }

/** A course at Canvas is read anew by then. */
const waitLong = () => {
  clock.now = new Date(clock.now.getTime() + 10_000)
}

let portal: TestPortal
let learning: Awaited<ReturnType<typeof startLearningServer>>

const set = (key: SettingKey, value: unknown) => setTo(portal, key, value)

beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  learning = await startLearningServer()
  const { token, course } = learning.state
  for (const system of ['MOODLE', 'CANVAS'] as const) {
    await set(`${system}_API_BASE_URL`, learning.url)
    await set(`${system}_API_TOKEN`, token)
    await set(`${system}_INDUCTION_COURSE_ID`, course)
  }
})
beforeEach(async () => {
  waitLong()
  learning.break(false)
  learning.state.learners = []
  await set('MOODLE_INDUCTION_ENABLED', true)
  await set('CANVAS_INDUCTION_ENABLED', false)
  await set('MAX_INDUCTION_DAYS', 180)
  await portal.db.updateTable('certificates').set({ is_induction: false }).execute()
})
afterAll(async () => {
  await portal.close()
  await learning.close()
})

const lastInduction = async (memberId: number) =>
  (await portal.db.selectFrom('members').select('last_induction_at').where('id', '=', memberId).executeTakeFirst())
    ?.last_induction_at ?? null

const learner = (email: string, states: number[], score: number | null = null) => ({ email, states, score })

test('a space that has set no induction up asks for none', async () => {
  await set('MOODLE_INDUCTION_ENABLED', false)
  const { id } = await aMember(portal.db)
  expect(await openInduction(portal.ctx, id)).toBeNull()
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: true, score: 0, notRequired: true })
})

test('a member who finished the course in Moodle has the induction, and a failed activity is not finished', async () => {
  const { id, email } = await aMember(portal.db)
  learning.state.learners = [learner('other@example.org', [2]), learner(email.toUpperCase(), [1, 2, 3])]
  expect(await openInduction(portal.ctx, id)).toMatchObject({ certificateId: null, course: 'moodle' })
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 66 })
  expect(await lastInduction(id)).toBeNull()
  learning.state.learners = [learner(email, [1, 2, 2])]
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: true, score: 100 })
  expect(await lastInduction(id)).toEqual(clock.now)
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: true, score: 0, notRequired: true })
})

test('an email address is one value to Moodle, whatever stands in it', async () => {
  const { id } = await aMember(portal.db, { email: 'x&values[0]=victim@example.org' })
  learning.state.learners = [learner('victim@example.org', [1])]
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 0 })
})

test('a Moodle course without activities is not done, and no division by zero', async () => {
  const { id, email } = await aMember(portal.db)
  learning.state.learners = [learner(email, [])]
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 0 })
})

test('someone Moodle does not know, and one of two with the same address, have done nothing', async () => {
  const { id, email } = await aMember(portal.db)
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 0 })
  learning.state.learners = [learner(email, [1]), learner(email, [1])]
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 0 })
})

test('Moodle that is away, refuses the token or knows no such course lets no member in, and the log says why without the token', async () => {
  const { id, email } = await aMember(portal.db)
  learning.state.learners = [learner(email, [1])]
  learning.break(true)
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 0 })
  learning.break(false)
  await set('MOODLE_INDUCTION_COURSE_ID', '13')
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 0 })
  await set('MOODLE_INDUCTION_COURSE_ID', learning.state.course)
  await set('MOODLE_API_TOKEN', 'another-token')
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 0 })
  await set('MOODLE_API_TOKEN', learning.state.token)
  const lines = portal.logLines.filter((line) => line.includes('could not be asked'))
  expect(lines.join()).toContain('503')
  expect(lines.join()).toContain('invalidrecord')
  expect(lines.join()).toContain('invalidtoken')
  expect(lines.join()).not.toContain('another-token')
})

const useCanvas = async () => {
  await set('MOODLE_INDUCTION_ENABLED', false)
  await set('CANVAS_INDUCTION_ENABLED', true)
}

const others = (count: number) => Array.from({ length: count }, (_, n) => learner(`other${n}@example.org`, [], 100))

test('a Canvas course of more people than one answer holds is read page by page to its end', async () => {
  await useCanvas()
  const { id, email } = await aMember(portal.db)
  learning.state.learners = [...others(4), learner(email, [], 98.9)]
  const before = learning.requests()
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 98 })
  expect(learning.requests() - before).toBe(3)
})

test('teachers of a Canvas course, whose grades are null, stop no one, and a member who also teaches keeps their score', async () => {
  await useCanvas()
  const { id, email } = await aMember(portal.db)
  const teacher = learner('teacher@example.org', [], null)
  learning.state.learners = [teacher, learner(email, [], null), learner(email, [], 99.5)]
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: true, score: 99 })
  const { id: teacherId } = await aMember(portal.db, { email: 'teacher@example.org' })
  expect(await checkInduction(portal.ctx, teacherId)).toEqual({ success: false, score: 0 })
})

test('screens that ask every ten seconds share one reading of a Canvas course, and the next one is fresh', async () => {
  await useCanvas()
  const members = [await aMember(portal.db), await aMember(portal.db)]
  learning.state.learners = [...others(3), ...members.map(({ email }) => learner(email, [], 50))]
  const before = learning.requests()
  const asked = await Promise.all(members.map(({ id }) => checkInduction(portal.ctx, id)))
  expect(asked.map(({ score }) => score)).toEqual([50, 50])
  expect(learning.requests() - before).toBe(3)
  learning.state.learners = members.map(({ email }) => learner(email, [], 100))
  waitLong()
  expect(await checkInduction(portal.ctx, members[0]?.id ?? 0)).toEqual({ success: true, score: 100 })
})

test('a Canvas that was away is asked again at once', async () => {
  await useCanvas()
  const { id, email } = await aMember(portal.db)
  learning.state.learners = [learner(email, [], 100)]
  learning.break(true)
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 0 })
  learning.break(false)
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: true, score: 100 })
})

test('with both turned on Moodle is asked', async () => {
  await set('CANVAS_INDUCTION_ENABLED', true)
  const { id, email } = await aMember(portal.db)
  learning.state.learners = [learner(email, [1, 0], 100)]
  expect(await checkInduction(portal.ctx, id)).toEqual({ success: false, score: 50 })
})

test('the certificate that is the induction is awarded, and the date of the induction goes with it', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { isInduction: true, validDays: 365 })
  const { id: memberId, email } = await aMember(portal.db)
  learning.state.learners = [learner(email, [1])]
  expect(await openInduction(portal.ctx, memberId)).toMatchObject({ certificateId, course: 'moodle' })
  expect(await checkInduction(portal.ctx, memberId)).toEqual({ success: true, score: 100 })
  const awards = await portal.db.selectFrom('awards').selectAll().where('member_id', '=', memberId).execute()
  expect(awards).toMatchObject([{ source: 'moodle', expires_on: '2027-05-04', ended_at: null }])
  expect(await lastInduction(memberId)).toEqual(clock.now)
})

test('an induction that is too old to join with is renewed, and one that staff took back is not', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { isInduction: true })
  const { id: memberId, email } = await aMember(portal.db)
  const at = new Date('2025-05-04T02:00:00Z')
  await anAward(portal.db, { memberId, certificateId, at })
  await portal.db.updateTable('members').set({ last_induction_at: at }).where('id', '=', memberId).execute()
  learning.state.learners = [learner(email, [1])]
  expect(await checkInduction(portal.ctx, memberId)).toEqual({ success: true, score: 100 })
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const [newest] = (await staff.training.listMemberAwards({ memberId })).awards
  await staff.training.endAward({ awardId: newest?.id ?? 0, reason: 'They were not there.' })
  expect(await lastInduction(memberId)).toBeNull()
  expect(await checkInduction(portal.ctx, memberId)).toEqual({ success: false, score: 100 })
})

test('a member asks for the result of a course elsewhere, and is told when it cannot be had', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { course: 'moodle', courseRef: '12', passPercent: 60 })
  const { id: memberId, email } = await aMember(portal.db)
  const member = await portal.as(memberId)
  learning.state.learners = [learner(email, [1, 0])]
  expect(await member.training.checkCourse({ certificateId })).toEqual({ isPassed: false, percent: 50 })
  learning.break(true)
  await expect(member.training.checkCourse({ certificateId })).rejects.toMatchObject({ code: 'courseAway' })
  learning.break(false)
  learning.state.learners = [learner(email, [1, 1, 0])]
  expect(await member.training.checkCourse({ certificateId })).toEqual({ isPassed: true, percent: 66 })
  expect((await member.training.getOwn()).held).toMatchObject([{ certificateId, source: 'moodle' }])
})
