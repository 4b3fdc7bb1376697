import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cardNumber, startSignup } from './signup.testing.ts'

let space: Awaited<ReturnType<typeof startSignup>>
beforeAll(async () => {
  space = await startSignup()
})
beforeEach(() => space.forgetMails())
afterAll(() => space.close())

test('a member that staff made inactive does not come back by paying: staff decide', async () => {
  const { id, api } = await space.join({ state: 'inactive', cards: [cardNumber()] })
  await space.portal.db.updateTable('members').set({ inactive_by: 'staff' }).where('id', '=', id).execute()
  await api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(id)
  expect(await space.stateOf(id)).toBe('inactive')
  const [application] = (await space.staff.signup.listApplications()).open.filter(({ memberId }) => memberId === id)
  expect(application).toMatchObject({ state: 'waiting', isReturning: true, paidCents: 7000, openCents: 0 })
  await space.staff.signup.acceptApplication({ applicationId: application?.id ?? 0 })
  expect(await space.stateOf(id)).toBe('active')
})

test('with approval an applicant waits for staff, who ask, read the answer and accept', async () => {
  await space.setForTest('SIGNUP_NEEDS_APPROVAL', true)
  const { id, email, api } = await space.ready()
  expect(await api.signup.completeSignup()).toEqual({ success: true })
  expect(await api.signup.completeSignup()).toEqual({ success: true })
  await space.pay(id)
  expect(await space.stateOf(id)).toBe('noob')
  expect(space.subjectsTo(email)).toContain('Application submitted')
  expect(space.subjectsTo('desk@example.org')).toEqual(['A new application'])
  const find = async () => (await space.staff.signup.listApplications()).open.find(({ memberId }) => memberId === id)
  const { id: applicationId = 0 } = (await find()) ?? {}
  await expect(api.signup.answer({ answer: 'Hm' })).rejects.toMatchObject({ code: 'alreadyDecided' })
  await space.staff.signup.askApplicant({ applicationId, question: 'Which machines?' })
  expect((await api.signup.getOwn()).application).toMatchObject({ state: 'asked', question: 'Which machines?' })
  await api.signup.answer({ answer: 'The lathe.' })
  expect(await find()).toMatchObject({ state: 'waiting', answer: 'The lathe.', paidCents: 7000 })
  await space.portal.runJobs()
  expect(space.subjectsTo(email)).toContain('A question about your application')
  expect(space.subjectsTo('desk@example.org')).toContain('An applicant has answered')
  await space.staff.signup.acceptApplication({ applicationId })
  expect(await space.stateOf(id)).toBe('active')
  expect(await space.grantsOf(id)).toHaveLength(1)
  expect(await space.eventsOf(id)).toEqual(
    expect.arrayContaining([
      'application.submitted',
      'application.asked',
      'application.answered',
      'application.accepted',
      'member.completeSignup',
    ]),
  )
  await expect(space.staff.signup.acceptApplication({ applicationId })).rejects.toMatchObject({
    code: 'alreadyDecided',
  })
})

test('accepted before the money is there, an applicant comes in with the payment', async () => {
  await space.setForTest('SIGNUP_NEEDS_APPROVAL', true)
  const { id, email, api } = await space.ready()
  await api.signup.completeSignup()
  const open = (await space.staff.signup.listApplications()).open.find(({ memberId }) => memberId === id)
  await space.staff.signup.acceptApplication({ applicationId: open?.id ?? 0 })
  await space.portal.runJobs()
  expect(await space.stateOf(id)).toBe('noob')
  expect(space.subjectsTo(email)).toContain('Your application is accepted')
  await space.pay(id)
  expect(await space.stateOf(id)).toBe('active')
})

test('a declined application ends the plan, owes nothing, and shows what was paid as credit', async () => {
  await space.setForTest('SIGNUP_NEEDS_APPROVAL', true)
  const { id, email, api } = await space.ready()
  await api.signup.completeSignup()
  await space.pay(id)
  const open = (await space.staff.signup.listApplications()).open.find(({ memberId }) => memberId === id)
  await space.staff.signup.declineApplication({ applicationId: open?.id ?? 0, reason: 'We are full.' })
  await space.portal.runJobs()
  expect(await space.stateOf(id)).toBe('noob')
  expect(await space.subscriptionsOf(id)).toMatchObject([{ state: 'ended' }])
  const decided = (await space.staff.signup.listApplications()).decided.find(({ memberId }) => memberId === id)
  expect(decided).toMatchObject({ state: 'declined', reason: 'We are full.', openCents: 0 })
  expect(decided?.creditCents).toBeGreaterThan(0)
  expect(space.subjectsTo(email)).toContain('Your application was declined')
  expect(await api.signup.completeSignup()).toMatchObject({ success: false, items: ['approval'] })
})

test('applications are for staff who look after members, and unknown ones are not found', async () => {
  const { api } = await space.join()
  await expect(api.signup.listApplications()).rejects.toMatchObject({ status: 403 })
  const applicationId = 999_999
  for (const call of [
    () => space.staff.signup.acceptApplication({ applicationId }),
    () => space.staff.signup.askApplicant({ applicationId, question: 'Hm' }),
    () => space.staff.signup.declineApplication({ applicationId, reason: 'Hm' }),
    () => api.signup.answer({ answer: 'Hm' }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
})
