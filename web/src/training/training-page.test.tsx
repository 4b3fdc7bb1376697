import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import { trainingApi } from '@spacekeeper/contract/training/routes.ts'
import type { Course, OwnTraining } from '@spacekeeper/contract/training/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aStanding } from '../signup/standing.testing.ts'
import { anOpenCertificate, nothingYet } from './training.testing.ts'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const open = (training: Partial<OwnTraining>) => {
  server.on(trainingApi.getOwn, () => ({ ...nothingYet, ...training }))
  return renderPortal({ path: '/account/training', server, profile: aProfile() })
}

const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('without any certificate it says what will be here', async () => {
  await open({})
  expect(await screen.findByText('No certificates yet')).toBeTruthy()
})

test('what is missing stands first, with the machines it is for and what to do next', async () => {
  const step = { url: '', retryAt: null, trainers: [] }
  await open({
    open: [
      anOpenCertificate(1, {
        name: 'Laser induction',
        devices: ['Laser cutter'],
        next: { ...step, kind: 'trainer', trainers: ['gil', 'ada'] },
      }),
      anOpenCertificate(2, { name: 'House rules', isInduction: true, next: { ...step, kind: 'course' } }),
      anOpenCertificate(3, { name: 'Welding', next: { ...step, kind: 'staff' } }),
    ],
    held: [
      {
        id: 9,
        certificateId: 4,
        certificate: 'Lathe',
        at: '2026-01-05T10:00:00.000Z',
        source: 'trainer',
        by: 'Gil Andersen',
        endsOn: '2027-01-05',
        description: '',
        devices: [],
        renewal: null,
      },
    ],
  })
  const needed = await section('What you still need')
  expect(needed.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Laser induction',
    'House rules',
  ])
  needed.getByText('For Laser cutter')
  needed.getByText('Ask one of the trainers to show you: gil, ada.')
  expect(needed.getByRole('link', { name: 'Take the course' }).getAttribute('href')).toBe('/account/training/2')
  const held = await section('Your certificates')
  held.getByText('Ends on January 5, 2027')
  held.getByText('Awarded by Gil Andersen on January 5, 2026')
  ;(await section('What you can learn')).getByText('Ask staff to show you how it works.')
})

test('a course elsewhere is asked for its result, and says how far the member is', async () => {
  const next = { kind: 'elsewhere' as const, url: 'https://learn.example.org/12', retryAt: null, trainers: [] } // the literal is wanted
  server.on(trainingApi.checkCourse, () => ({ isPassed: false, percent: 40 }))
  const { user } = await open({ open: [anOpenCertificate(5, { devices: ['Mill'], next })] })
  const needed = await section('What you still need')
  expect(needed.getByRole('link', { name: 'Go to the course' }).getAttribute('href')).toBe(next.url)
  await user.click(needed.getByRole('button', { name: 'Check my result' }))
  await needed.findByText('Not passed yet: you have 40 percent.')
  server.on(trainingApi.checkCourse, () => refuse('courseAway'))
  await user.click(needed.getByRole('button', { name: 'Check my result' }))
  await needed.findByText('We can’t reach the course right now. Please try again in a few minutes.')
})

const course: Course = {
  id: 7,
  name: 'Laser induction',
  description: '',
  pages: [
    { title: 'Fire', body: 'Stay with it.', picture: '/api/images/fire.jpg' },
    { title: 'Materials', body: 'No PVC.', picture: null },
  ],
  questions: [
    { text: 'May it run alone?', choices: ['Yes', 'No'], isMany: false },
    { text: 'What may be cut?', choices: ['Wood', 'PVC', 'Card'], isMany: true },
  ],
  passPercent: 80,
  coolDownHours: 24,
  isHeld: false,
  retryAt: null,
}

const openCourse = (more: Partial<Course> = {}) => {
  server.on(trainingApi.getCourse, () => ({ ...course, ...more }))
  return renderPortal({ path: '/account/training/7', server, profile: aProfile() })
}

test('a course is read page by page, then its questions are answered', async () => {
  server.on(trainingApi.answerQuiz, () => ({ isPassed: true, percent: 100, right: 2, retryAt: null }))
  const { user } = await openCourse()
  await screen.findByRole('heading', { name: 'Fire' })
  screen.getByRole('img', { name: 'Picture for Fire' })
  await user.click(screen.getByRole('button', { name: 'Next' }))
  screen.getByRole('heading', { name: 'Materials' })
  await user.click(screen.getByRole('button', { name: 'Go to the quiz' }))
  screen.getByText('2 questions. You pass with 80 percent. If you don’t pass, you wait 24 hours before the next try.')
  await user.click(screen.getByRole('radio', { name: 'No' }))
  await user.click(screen.getByRole('button', { name: 'Send answers' }))
  const missing = screen.getByRole('group', { name: 'What may be cut?' })
  expect((await within(missing).findByRole('alert')).textContent).toBe('Answer this question.')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Wood' }))
  expect(screen.getAllByText('Answer this question.')).toHaveLength(1)
  expect(server.sentTo(trainingApi.answerQuiz)).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'Wood' }))
  await user.click(screen.getByRole('checkbox', { name: 'Card' }))
  await user.click(screen.getByRole('button', { name: 'Send answers' }))
  await screen.findByRole('heading', { name: 'You passed' })
  expect(server.sentTo(trainingApi.answerQuiz)[0]?.body).toEqual({ answers: [[1], [0, 2]] })
})

test('who passes while they join goes on with the next step from there', async () => {
  const config = { ...defaultSite, features: { ...defaultSite.features, enableMembershipPayments: true } }
  server.on(trainingApi.getCourse, () => ({ ...course, pages: course.pages.slice(0, 1), questions: [] }))
  server.on(trainingApi.answerQuiz, () => ({ isPassed: true, percent: 100, right: 0, retryAt: null }))
  server.on(signupApi.getStanding, () => aStanding({ step: 'card', items: ['accessCard'], hasPaid: true }))
  const { user } = await renderPortal({
    path: '/account/training/7',
    server,
    profile: aProfile({ state: 'noob' }),
    config,
  })
  await user.click(await screen.findByRole('button', { name: 'I’ve read this' }))
  await screen.findByText('You’ve paid. Register your card, and it works.')
  expect(screen.getByRole('link', { name: 'Register your card' }).getAttribute('href')).toBe('/account/membership-plan')
})

test('who fails reads when they can try again, and the quiz stays shut until then', async () => {
  const retryAt = '2031-01-05T10:00:00.000Z'
  server.on(trainingApi.answerQuiz, () => ({ isPassed: false, percent: 0, right: 0, retryAt }))
  const { user } = await openCourse({ pages: [], questions: course.questions.slice(0, 1) })
  await user.click(await screen.findByRole('radio', { name: 'Yes' }))
  server.on(trainingApi.getCourse, () => ({ ...course, retryAt }))
  await user.click(screen.getByRole('button', { name: 'Send answers' }))
  await screen.findByText('0 of 1 right. You need 80 percent.')
  expect(screen.getAllByText(/You can take the quiz again/).length).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Read the course again' }))
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Go to the quiz' }).disabled).toBe(true)
})

test('a course that is not there says so', async () => {
  server.on(trainingApi.getCourse, () => refuse('notFound'))
  await renderPortal({ path: '/account/training/99', server, profile: aProfile() })
  expect(await screen.findByText('There is no such course')).toBeTruthy()
})
