import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPayer } from '../billing/payer.testing.ts'
import { countQueries } from '../count-queries.testing.ts'
import { aMember } from '../members/factory.ts'
import { changeSetting } from '../settings/settings.ts'
import { aStep, type Morning, startMorning, today } from './morning.testing.ts'

let at: Morning
beforeAll(async () => {
  at = await startMorning()
})
beforeEach(() => at.begin())
afterAll(() => at.close())

test('a plan with steps of its own follows those, until it follows the space again', async () => {
  const { id: planId } = await at.aPlanCalled('Student')
  const payer = await aPayer(at.portal, { planId })
  await at.staff.reminders.separatePlan({ planId })
  await at.staff.reminders.separatePlan({ planId })
  const own = (await at.staff.reminders.list()).steps.filter((step) => step.planId === planId)
  expect(own.map(({ offsetDays }) => offsetDays)).toEqual([-7, 0, 3, 7])
  for (const { id } of own) await at.staff.reminders.remove({ stepId: id })
  await at.staff.reminders.create(aStep({ planId, offsetDays: 0, subject: 'Only for students' }))
  await at.run()
  expect(await at.subjectsTo(payer.id)).toEqual(['Only for students'])
  await at.staff.reminders.joinPlan({ planId })
  const { plans } = await at.staff.reminders.list()
  expect(plans.find(({ id }) => id === planId)).toMatchObject({ hasOwnSteps: false })
})

test('a text message is sent to those who have a number, cut to 320 characters, and an email to the others', async () => {
  await changeSetting(at.portal.ctx, { key: 'SMS_ENABLE', value: true })
  const { id: planId } = await at.aPlanCalled('Evening')
  await at.staff.reminders.create(
    aStep({ planId, offsetDays: 0, channel: 'sms', subject: '', text: `{plan} ${'x'.repeat(313)}` }),
  )
  const texted = await aPayer(at.portal, { planId })
  const mailed = await aPayer(at.portal, { planId, phone: '' })
  await at.run()
  const [text] = await at.messagesTo(texted.id)
  expect(text).toMatchObject({ channel: 'sms' })
  expect(text?.text).toHaveLength(320)
  expect(await at.messagesTo(mailed.id)).toMatchObject([{ channel: 'email', subject: '$65.00 for Evening' }])
  await changeSetting(at.portal.ctx, { key: 'SMS_ENABLE', value: false })
})

test('a step moved to another day does not reach back to charges whose day has passed', async () => {
  const payer = await aPayer(at.portal)
  const { id } = await at.staff.reminders.create(aStep({ offsetDays: 10 }))
  await at.goTo(5)
  const { planId: _, ...moved } = aStep({ offsetDays: 4, subject: 'Moved' })
  await at.staff.reminders.update({ stepId: id, ...moved })
  await at.run()
  expect(await at.subjectsTo(payer.id)).toEqual([expect.stringContaining('overdue')])
})

test.each([
  ['a day too early', { offsetDays: -61 }, 'offsetDays'],
  ['half a day', { offsetDays: 1.5 }, 'offsetDays'],
  ['a day that is taken', { offsetDays: 3 }, 'offsetDays'],
  ['an end of access before the day', { offsetDays: 0, action: 'endAccess' as const }, 'offsetDays'],
  ['no words', { text: ' ' }, 'text'],
  ['an email without a subject', { subject: '' }, 'subject'],
  ['a placeholder there is none of', { text: 'Pay {sum}' }, 'text'],
  ['a placeholder there is none of in the subject', { subject: '{constructor}' }, 'subject'],
  ['a text message that is too long', { channel: 'sms' as const, text: 'x'.repeat(321) }, 'text'],
  ['no way of paying', { collectors: [] }, 'collectors'],
])('a step with %s is refused at its field', async (_, wrong, field) => {
  await expect(at.staff.reminders.create(aStep(wrong))).rejects.toMatchObject({ body: { fields: [{ field }] } })
})

test('a space has twenty steps at most', async () => {
  const { id: planId } = await at.aPlanCalled('Long')
  for (let day = 1; day <= 20; day += 1) await at.staff.reminders.create(aStep({ planId, offsetDays: day }))
  await expect(at.staff.reminders.create(aStep({ planId, offsetDays: 21 }))).rejects.toMatchObject({
    code: 'tooManySteps',
  })
})

test('a template is seen filled in for a member made up for it, and for a real one', async () => {
  const template = {
    channel: 'email' as const,
    subject: 'Pay {amount}',
    text: 'Hello {name} of {site}, by {due}. {reference}',
  }
  expect(await at.staff.reminders.preview(template)).toMatchObject({ name: 'Sam', subject: 'Pay $65.00' })
  const payer = await aPayer(at.portal, { firstName: 'Yuki', lastName: 'Morishita', costCents: 7311 })
  const real = await at.staff.reminders.preview({ ...template, memberId: payer.id })
  expect(real).toMatchObject({ name: 'Yuki Morishita', subject: 'Pay $73.11' })
  expect(real.text).toMatch(/^Hello Yuki of .+, by 2 March 2026\. RF\d\d D/)
  expect(real.html).toContain('Hello Yuki')
  const text = { channel: 'sms' as const, subject: '', text: 'x'.repeat(319) + '{name}' }
  expect(await at.staff.reminders.preview({ ...text, text: `${'x'.repeat(310)}{site}` })).toMatchObject({
    html: null,
    isCut: true,
  })
  await expect(at.staff.reminders.preview({ ...template, memberId: 2_000_000_000 })).rejects.toMatchObject({
    code: 'notFound',
  })
})

test('a member and staff read what happens on which day unless it is paid', async () => {
  const payer = await aPayer(at.portal)
  const own = await at.portal.as(payer.id)
  expect(await own.reminders.listOwn()).toEqual({
    steps: [
      { on: today, kind: 'email', openCents: 6500 },
      { on: '2026-03-05', kind: 'email', openCents: 6500 },
      { on: '2026-03-09', kind: 'email', openCents: 6500 },
      { on: '2026-03-09', kind: 'accessEnds', openCents: 6500 },
    ],
    paused: null,
  })
  await at.staff.billing.giveMoreTime({ memberId: payer.id, until: '2026-03-20' })
  expect(await at.staff.reminders.listOfMember({ memberId: payer.id })).toEqual({
    steps: [{ on: '2026-03-20', kind: 'accessEnds', openCents: 6500 }],
    paused: 'moreTime',
  })
  const stranger = await at.portal.as((await aMember(at.portal.db)).id)
  expect(await stranger.reminders.listOwn()).toEqual({ steps: [], paused: null })
})

test('a dry run takes as many queries for forty charges as for two', async () => {
  await aPayer(at.portal)
  await aPayer(at.portal)
  const few = await countQueries(at.portal, () => at.staff.reminders.dryRun())
  const { id: planId } = await at.aPlanCalled('Many')
  for (let n = 0; n < 38; n += 1) await aPayer(at.portal, { planId })
  expect(await countQueries(at.portal, () => at.staff.reminders.dryRun())).toBe(few)
  expect(await at.staff.reminders.dryRun()).toMatchObject({ dueCount: 40 })
})
