import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import type { StaffConcession } from '@spacekeeper/contract/billing/staff-shapes.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'

const request: StaffConcession = {
  id: 3,
  memberId: 9,
  memberName: 'Kim Berg',
  state: 'asked',
  reason: 'Student',
  percent: 50,
  askedAt: '2026-03-01T10:00:00.000Z',
  proofType: 'application/pdf',
  plan: 'Monthly',
  decidedAt: null,
  decidedBy: null,
  decisionNote: null,
  endsOn: null,
}

const open = (concessions: StaffConcession[]) => {
  const server = fakeServer()
  server.on(billingApi.listConcessions, ({ query }) => ({
    concessions: concessions.filter(({ state }) => state === (query['state'] ?? 'asked')),
  }))
  const profile = aProfile({ staffPermissions: ['money'] })
  return renderPortal({ path: '/manage/concessions', server, profile }).then((portal) => ({ ...portal, server }))
}

test('staff approve a request with another percentage; a wrong one stands at its field', async () => {
  const { user, server } = await open([request])
  server.on(billingApi.approveConcession, () => undefined)
  const row = await screen.findByRole('article', { name: 'Kim Berg' })
  expect(row.textContent).toContain('50% less: Student')
  expect(within(row).getByRole('button', { name: 'See proof' })).toBeTruthy()
  await user.click(within(row).getByRole('button', { name: 'Approve the request of Kim Berg' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve a lower price for Kim Berg' })
  const percent = within(dialog).getByLabelText(/percent/)
  await user.clear(percent)
  await user.type(percent, '120')
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  await within(dialog).findByText('Sorry, the maximum is 100.')
  await user.clear(percent)
  await user.type(percent, '30')
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Approved. We email Kim Berg.')).toBeTruthy()
  expect(server.sentTo(billingApi.approveConcession)[0]?.body).toEqual({ percent: 30, endsOn: null, note: '' })
})

test('staff decline with a reason, and hear when others were first', async () => {
  const { user, server } = await open([request])
  server.on(billingApi.declineConcession, () => refuse('alreadyDecided'))
  await user.click(await screen.findByRole('button', { name: 'Decline the request of Kim Berg' }))
  const dialog = await screen.findByRole('dialog', { name: 'Decline the request of Kim Berg' })
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
  await within(dialog).findByText('This field cannot be empty.')
  await user.type(within(dialog).getByLabelText(/^Reason/), 'The card has run out.')
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
  expect(await within(dialog).findByText('This has already been decided.')).toBeTruthy()
})

test('an empty queue says what would be in it, and a request of one’s own is for others', async () => {
  const { user } = await open([{ ...request, memberId: 1, state: 'approved' }])
  await screen.findByRole('heading', { name: 'No request waits' })
  await user.click(screen.getByRole('tab', { name: 'Approved' }))
  await screen.findByText('This is your own request, so another member of staff decides it.')
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull()
})
