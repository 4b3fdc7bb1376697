import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aCertificate } from './factory.ts'

const start = new Date('2026-05-04T02:00:00Z')

const clock = { now: start }

let portal: TestPortal
let staff: TestClient
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
})
afterAll(() => portal.close())

const badField = (field: string) => ({ body: { code: 'badInput', fields: [{ field }] } })

const choice = (text: string, isRight = false) => ({ text, isRight })

const questions = [
  { text: 'May it run unwatched?', choices: [choice('Yes'), choice('No', true)] },
  { text: 'What may be cut?', choices: [choice('Wood', true), choice('PVC'), choice('Card', true)] },
]

test('who fails a quiz waits for the cool-down, and who passes has the certificate', async () => {
  const { id: certificateId } = await aCertificate(portal.db, {
    course: 'builtIn',
    questions,
    pages: [{ title: 'Fire', body: 'Never leave it alone.' }],
    validDays: 365,
  })
  const { id: memberId } = await aMember(portal.db)
  const member = await portal.as(memberId)
  const course = await member.training.getCourse({ certificateId })
  expect(course).toMatchObject({ pages: [{ title: 'Fire' }], isHeld: false, retryAt: null })
  expect(course.questions.map(({ isMany }) => isMany)).toEqual([false, true])
  expect(JSON.stringify(course)).not.toContain('isRight')
  const failed = await member.training.answerQuiz({ certificateId, answers: [[1], [0]] })
  expect(failed).toEqual({ isPassed: false, percent: 50, right: 1, retryAt: '2026-05-05T02:00:00.000Z' })
  const right = { certificateId, answers: [[1], [0, 2]] }
  await expect(member.training.answerQuiz(right)).rejects.toMatchObject({ code: 'quizTooSoon' })
  expect(await member.training.getOwn()).toMatchObject({
    held: [],
    open: expect.arrayContaining([
      expect.objectContaining({
        id: certificateId,
        next: expect.objectContaining({ kind: 'course', retryAt: failed.retryAt }),
      }),
    ]),
  })
  clock.now = new Date('2026-05-05T02:00:00Z')
  const later = await portal.as(memberId)
  expect(await later.training.answerQuiz(right)).toMatchObject({ isPassed: true, percent: 100, retryAt: null })
  expect((await later.training.getOwn()).held).toMatchObject([
    { certificateId, source: 'quiz', by: null, endsOn: '2027-05-05', renewal: null },
  ])
  clock.now = start
})

test('a certificate that staff took away does not come back by the quiz, and is theirs to give again', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { course: 'builtIn', questions })
  const { id: memberId } = await aMember(portal.db)
  const member = await portal.as(memberId)
  const right = { certificateId, answers: [[1], [0, 2]] }
  await member.training.answerQuiz(right)
  const [award] = (await staff.training.listMemberAwards({ memberId })).awards
  await staff.training.endAward({ awardId: award?.id ?? 0, reason: 'Left the laser burning.' })
  await expect(member.training.answerQuiz(right)).rejects.toMatchObject({ code: 'certificateWithdrawn', status: 409 })
  expect((await member.training.getOwn()).held).toEqual([])
  await staff.training.award({ memberId, certificateId })
  expect((await member.training.getOwn()).held).toMatchObject([{ certificateId, source: 'staff' }])
  expect(await member.training.answerQuiz(right)).toMatchObject({ isPassed: true })
})

test('two tries at once are one', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { course: 'builtIn', questions })
  const member = await portal.as((await aMember(portal.db)).id)
  const wrong = () => member.training.answerQuiz({ certificateId, answers: [] })
  const outcomes = await Promise.allSettled([wrong(), wrong()])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('of two editors who read the same course the second is told and overwrites nothing', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { course: 'builtIn', questions })
  const { version: read } = await staff.training.getContent({ certificateId })
  const write = (title: string, version?: string) =>
    staff.training.saveContent({
      certificateId,
      pages: [{ title, body: '', pictureHash: null }],
      questions,
      ...(version && { version }),
    })
  const { version } = await write('First', read)
  await expect(write('Second', read)).rejects.toMatchObject({ code: 'changedMeanwhile' })
  expect((await staff.training.getContent({ certificateId })).pages).toMatchObject([{ title: 'First' }])
  expect((await staff.training.getContent({ certificateId })).version).toBe(version)
  await write('Third', version)
  // A save without a version replaces what is there.
  await write('Fourth')
  expect((await staff.training.getContent({ certificateId })).pages).toMatchObject([{ title: 'Fourth' }])
})

test('staff write a course, and a picture of it stays while a page names it', async () => {
  const { id: certificateId } = await aCertificate(portal.db, { course: 'builtIn' })
  const pages = [{ title: 'Start', body: 'Put on\r\nglasses.', pictureHash: null }]
  await staff.training.saveContent({ certificateId, pages, questions })
  expect(await staff.training.getContent({ certificateId })).toEqual({
    version: expect.any(String),
    pages: [{ title: 'Start', body: 'Put on\nglasses.', pictureHash: null, picture: null }],
    questions,
  })
  await expect(
    staff.training.saveContent({ certificateId, pages: [{ title: 'x', body: '', pictureHash: 'gone' }], questions }),
  ).rejects.toMatchObject(badField('pages'))
  await expect(
    staff.training.saveContent({
      certificateId,
      pages,
      questions: [{ text: 'x', choices: [choice('a'), choice('b')] }],
    }),
  ).rejects.toMatchObject({ code: 'badInput' })
})
