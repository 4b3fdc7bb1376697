import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import type { Application } from '@spacekeeper/contract/signup/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const zora: Application = {
  id: 3,
  memberId: 7,
  name: 'Zora Quill',
  email: 'zora@example.org',
  state: 'waiting',
  submittedAt: '2026-03-10T02:00:00.000Z',
  isReturning: true,
  plan: 'Full, Monthly',
  currency: 'AUD',
  paidCents: 5000,
  openCents: 2000,
  creditCents: 0,
  question: 'Which machines?',
  askedAt: '2026-03-09T02:00:00.000Z',
  answer: 'The lathe.',
  answeredAt: '2026-03-10T02:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  reason: null,
}

let server: ReturnType<typeof fakeServer>
let open: Application[]
beforeEach(() => {
  server = fakeServer()
  open = [zora]
  server.on(signupApi.listApplications, () => ({ open, openCount: open.length, decided: [] }))
})
const show = () =>
  renderPortal({ path: '/manage/applications', server, profile: aProfile({ staffPermissions: ['members'] }) })
const dialog = () => within(screen.getByRole('dialog'))

test('staff read what an applicant chose, paid and answered, and accept them', async () => {
  server.on(signupApi.acceptApplication, () => {
    open = []
  })
  const { user } = await show()
  const list = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  list.getByText('Full, Monthly · $50.00 paid · $20.00 to pay')
  list.getByText('Their answer: The lathe.')
  list.getByText('Was a member before')
  await user.click(list.getByRole('button', { name: 'Accept Zora Quill' }))
  dialog().getByText(/comes in as soon as the payment has arrived/)
  await user.click(dialog().getByRole('button', { name: 'Accept' }))
  await screen.findByText('No applications')
  expect(server.sentTo(signupApi.acceptApplication)[0]?.params).toEqual({ applicationId: '3' })
})

test('declining needs a reason and says what is paid back; asking needs a question', async () => {
  server.on(signupApi.declineApplication, () => undefined)
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Ask Zora Quill' }))
  await user.clear(dialog().getByRole('textbox', { name: 'Your question' }))
  await user.click(dialog().getByRole('button', { name: 'Send question' }))
  await dialog().findByText('This field cannot be empty.')
  await user.click(dialog().getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Decline Zora Quill' }))
  dialog().getByText('Their plan ends. They have paid $50.00, which is theirs to get back.')
  await user.click(dialog().getByRole('button', { name: 'Decline' }))
  await dialog().findByText('This field cannot be empty.')
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), 'We are full.')
  await user.click(dialog().getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(server.sentTo(signupApi.declineApplication)[0]?.body).toEqual({ reason: 'We are full.' }))
})

test('more applications than are shown are counted', async () => {
  server.on(signupApi.listApplications, () => ({ open, openCount: 214, decided: [] }))
  await show()
  expect(await screen.findByText('These are the 1 that have waited longest, of 214.')).toBeTruthy()
})
