import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '@spacekeeper/contract/accounts.ts'
import { members } from '@spacekeeper/contract/members.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const open = () => renderPortal({ path: '/setup/secret', server })
const create = async () => {
  server.on(accounts.checkSetup, () => ({ isUsable: true }))
  const { user, router } = await open()
  await user.type(await screen.findByLabelText(/^Email/), 'ada@example.org')
  await user.type(screen.getByLabelText(/^First name/), 'Ada')
  await user.type(screen.getByLabelText(/^Last name/), 'Lund')
  await user.type(screen.getByLabelText(/^Screen name/), 'ada')
  await user.type(screen.getByLabelText(/^Mobile number/), '0412345678')
  await user.type(screen.getByLabelText(/^Password/), 'a good password')
  await user.click(screen.getByRole('button', { name: 'Create administrator' }))
  return { router }
}

test('the first administrator is created and lands on the dashboard', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(accounts.createFirstAdmin, () => {
    server.on(members.getProfile, () => aProfile({ admin: true }))
  })
  const { router } = await create()
  expect(await screen.findByRole('heading', { name: 'The portal is yours' })).toBeTruthy()
  expect(server.sentTo(accounts.createFirstAdmin)).toMatchObject([
    { params: { token: 'secret' }, body: { email: 'ada@example.org', screenName: 'ada' } },
  ])
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('a used or wrong link says why and what next, without a form', async () => {
  server.on(accounts.checkSetup, () => ({ isUsable: false }))
  await open()
  expect(await screen.findByRole('heading', { name: 'This link cannot be used' })).toBeTruthy()
  expect(screen.getByText(/start the portal again/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the login' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each([
  ['alreadySetUp', 'The portal has an administrator already'],
  ['invalidLink', 'This link cannot be used'],
] as const)('somebody who was faster is said with %s', async (code, title) => {
  server.on(accounts.createFirstAdmin, () => refuse(code))
  await create()
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test('a name that is taken stands beside its field', async () => {
  server.on(accounts.createFirstAdmin, () => refuse('emailTaken'))
  await create()
  expect(await screen.findByText(/This email is already used/)).toBeTruthy()
})
