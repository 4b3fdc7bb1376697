import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { remindersApi } from '@spacekeeper/contract/reminders/routes.ts'
import type { DryRun, ReminderBook, ReminderStep } from '@spacekeeper/contract/reminders/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const aStep = (id: number, more: Partial<ReminderStep> = {}): ReminderStep => ({
  id,
  planId: null,
  offsetDays: 3,
  collectors: null,
  channel: 'email',
  subject: '{amount} is overdue',
  text: 'Please pay {amount}.',
  action: 'none',
  unpaid: 'keep',
  isOn: true,
  ...more,
})

const noah = { memberId: 7, memberName: 'Noah Kaur', chargeId: 1, openCents: 6500, dueOn: '2026-03-02', offsetDays: 3 }

let server: ReturnType<typeof fakeServer>
let book: ReminderBook
let dry: DryRun
beforeEach(() => {
  server = fakeServer()
  book = {
    steps: [],
    plans: [{ id: 4, name: 'Student', hasOwnSteps: false }],
    graceDays: 7,
    isSmsOn: true,
    lastRun: null,
  }
  dry = { day: '2026-03-05', due: [], dueCount: 0, leftOut: [], leftOutCount: 0 }
  server.on(remindersApi.list, () => book)
  server.on(remindersApi.dryRun, () => dry)
  server.on(membersApi.search, () => ({ members: [], total: 0 }))
})

const open = () =>
  renderPortal({
    path: '/manage/payments/reminders',
    server,
    profile: aProfile({ staffPermissions: ['money', 'members'] }),
  })
const dialog = () => within(screen.getByRole('dialog'))

test('a space without steps reads that access still ends with the days of grace', async () => {
  await open()
  expect(await screen.findByText('No steps')).toBeTruthy()
  expect(screen.getByText('Reminders have not run yet.')).toBeTruthy()
  expect(await screen.findByText('No reminder goes out')).toBeTruthy()
})

test('steps stand along the days, with the end of the days of grace among them', async () => {
  book = {
    ...book,
    isSmsOn: false,
    lastRun: { day: '2026-03-04', finishedAt: '2026-03-03T23:00:00.000Z', done: 12, leftOut: 3, failed: 1 },
    steps: [
      aStep(1, { offsetDays: -7, collectors: ['bank', 'cash'] }),
      aStep(2, { offsetDays: 0, channel: 'sms', text: 'Due today' }),
      aStep(3, { offsetDays: 14, action: 'endMembership', isOn: false }),
    ],
  }
  await open()
  expect(await screen.findByText('7 days before')).toBeTruthy()
  expect(screen.getByText('Only Bank transfer and Cash')).toBeTruthy()
  expect(screen.getByText('Access ends: the grace period of 7 days is over')).toBeTruthy()
  expect(screen.getByText('Ends the membership')).toBeTruthy()
  expect(screen.getByText('Turned off')).toBeTruthy()
  expect(screen.getByText(/^Text messages are turned off in the settings/)).toBeTruthy()
  expect(screen.getByText(/12 done, 3 left out\.$/)).toBeTruthy()
  expect(screen.getByText(/^One reminder failed/)).toBeTruthy()
})

test('a step is added; a day that is none and an unknown placeholder are refused at their fields', async () => {
  server.on(remindersApi.create, () => ({ id: 9 }))
  const { user } = await open()
  const [add] = await screen.findAllByRole('button', { name: 'Add a step' })
  await user.click(add ?? document.body)
  await user.type(dialog().getByRole('textbox', { name: /^Days/ }), 'soon')
  await user.type(dialog().getByRole('textbox', { name: /^Subject/ }), 'Pay')
  await user.click(dialog().getByRole('textbox', { name: /^Text/ }))
  await user.paste('Pay {sum}')
  await user.click(dialog().getByRole('button', { name: 'Save step' }))
  expect(await dialog().findByText('Enter a whole number of days, such as 3.')).toBeTruthy()
  expect(dialog().getByText('Unknown placeholder: {sum}.')).toBeTruthy()
  await user.clear(dialog().getByRole('textbox', { name: /^Days/ }))
  await user.type(dialog().getByRole('textbox', { name: /^Days/ }), '10')
  await user.clear(dialog().getByRole('textbox', { name: /^Text/ }))
  await user.paste('Pay {amount}')
  await user.click(dialog().getByRole('checkbox', { name: 'Cash' }))
  await user.selectOptions(dialog().getByRole('combobox', { name: 'And then' }), 'Ends access')
  await user.click(dialog().getByRole('button', { name: 'Save step' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(remindersApi.create)[0]?.body).toMatchObject({
    planId: null,
    offsetDays: 10,
    channel: 'email',
    text: 'Pay {amount}',
    collectors: ['cash'],
    action: 'endAccess',
  })
})

test('what the server refuses of the day stands at the days', async () => {
  book = { ...book, steps: [aStep(1)] }
  server.on(remindersApi.update, () =>
    refuse('badInput', {
      fields: [{ field: 'offsetDays', message: 'There’s a step of this kind on this day already.' }],
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Change the step 3 days after' }))
  await user.click(dialog().getByRole('button', { name: 'Save step' }))
  expect(await dialog().findByText('There’s a step of this kind on this day already.')).toBeTruthy()
})

test('a template is seen as a made-up member would get it', async () => {
  book = { ...book, steps: [aStep(1)] }
  server.on(remindersApi.preview, () => ({
    name: 'Sam',
    subject: '$65.00 is overdue',
    text: 'Please pay $65.00.',
    html: '<p>Please pay $65.00.</p>',
    isCut: false,
  }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Change the step 3 days after' }))
  await user.click(dialog().getByRole('button', { name: 'Preview' }))
  expect(await dialog().findByTitle('The email as Sam would get it')).toBeTruthy()
  expect(dialog().getByText('A made-up member')).toBeTruthy()
})

test('a step is removed after a question', async () => {
  book = { ...book, steps: [aStep(1)] }
  server.on(remindersApi.remove, () => undefined)
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Remove the step 3 days after' }))
  await user.click(dialog().getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.sentTo(remindersApi.remove)[0]?.params).toEqual({ stepId: '1' }))
})

test('a plan that follows the steps of all plans gets its own', async () => {
  book = { ...book, steps: [aStep(1)] }
  server.on(remindersApi.separatePlan, () => {
    book = {
      ...book,
      plans: [{ id: 4, name: 'Student', hasOwnSteps: true }],
      steps: [aStep(1), aStep(2, { planId: 4 })],
    }
  })
  const { user } = await open()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Steps for' }), 'Student')
  expect(screen.getByText('This plan follows the steps of all plans.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Change the step/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Give it steps of its own' }))
  expect(await screen.findByRole('button', { name: 'Follow the steps of all plans' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Change the step/ })).toBeTruthy()
})

test('the dry run names who gets what and who is left out, and more time is given from there', async () => {
  dry = {
    ...dry,
    due: [{ ...noah, channel: 'email', action: 'endAccess' }],
    dueCount: 205,
    leftOut: [{ ...noah, chargeId: 2, reason: 'paused' }],
    leftOutCount: 1,
  }
  server.on(deskApi.giveMoreTime, () => undefined)
  const { user } = await open()
  const due = within(await screen.findByRole('region', { name: '205 reminders' }))
  expect(due.getByText('Ends access')).toBeTruthy()
  expect(due.getByText('3 days after, $65.00')).toBeTruthy()
  expect(screen.getByText('and 204 more')).toBeTruthy()
  expect(screen.getByText('The plan is paused')).toBeTruthy()
  await user.click(due.getByRole('button', { name: 'Give Noah Kaur more time' }))
  await user.click(dialog().getByRole('button', { name: 'Give more time' }))
  await waitFor(() => expect(server.sentTo(deskApi.giveMoreTime)).toHaveLength(1))
})
