import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { AccountClosing } from '@spacekeeper/contract/profile/shapes.ts'
import { act, screen, within, waitFor } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

let closing: AccountClosing

beforeEach(() => {
  server = fakeServer()
  closing = {
    cards: 2,
    devices: 1,
    isOnSite: true,
    uses: 1,
    balanceCents: 1250,
    isSuspended: false,
    isLastAdministrator: false,
  }
  server.on(profileApi.listSessions, () => ({ sessions: [] }))
  server.on(profileApi.getEmailChange, () => ({ pending: null }))
  server.on(profileApi.getClosing, () => closing)
})

const open = async () => {
  const portal = await renderPortal({ path: '/account/profile', server, profile: aProfile() })
  await portal.user.click(await screen.findByRole('button', { name: /^Close my account/ }))
  return { ...portal, dialog: within(await screen.findByRole('dialog')) }
}

const fill = async ({ user, dialog }: Awaited<ReturnType<typeof open>>, words: string) => {
  await user.type(await dialog.findByLabelText('Current password'), 'the password')
  await user.type(dialog.getByLabelText(/to confirm$/), words)
  await user.click(dialog.getByRole('button', { name: 'Close my account' }))
}

test('what happens is said before it is asked for', async () => {
  const { dialog } = await open()
  expect(await dialog.findByText(/Your 2 cards stop working. You lose access to one door or machine/)).toBeTruthy()
  expect(dialog.getByText(/Your visit ends\./)).toBeTruthy()
  expect(dialog.getByText(/Your balance of \$12.50/)).toBeTruthy()
  expect(dialog.getByText(/Erased: Email, First name, .*, and the names of your guests/)).toBeTruthy()
  expect(dialog.queryByText(/suspension/)).toBeNull()
})

test('who is suspended reads what is kept of that', async () => {
  closing = { ...closing, isSuspended: true, balanceCents: -300 }
  const { dialog } = await open()
  expect(await dialog.findByText(/Your suspension and its reason, for three years/)).toBeTruthy()
  expect(dialog.getByText(/The \$3.00 you owe/)).toBeTruthy()
})

test('the account is closed with the password and the words, and a page says that it is', async () => {
  server.on(profileApi.closeAccount, () => {
    server.on(profileApi.get, () => refuse('notSignedIn'))
    return { success: true }
  })
  const portal = await open()
  await fill(portal, 'Close my account')
  await waitFor(() => expect(portal.router.state.location.pathname).toBe('/login'))
  expect(await screen.findByRole('heading', { name: 'Your account is closed' })).toBeTruthy()
  expect(server.sentTo(profileApi.closeAccount).map(({ body }) => body)).toEqual([
    { password: 'the password', confirmation: 'close my account' },
  ])
})

test('a page that hears of the end of its session before the answer says that the account is closed', async () => {
  const told = aPromise<void>()
  server.on(authApi.getSessionEnd, () => ({ reason: null }))
  server.on(profileApi.closeAccount, async () => {
    server.on(profileApi.get, () => refuse('notSignedIn'))
    await told.promise
    return { success: true }
  })
  const portal = await open()
  await fill(portal, 'Close my account')
  await waitFor(() => expect(server.sentTo(profileApi.closeAccount)).toHaveLength(1))
  await act(() => refreshTopic(portal.client, 'profile'))
  expect(portal.router.state.location.pathname).toBe('/account/profile')
  told.resolve()
  expect(await screen.findByRole('heading', { name: 'Your account is closed' })).toBeTruthy()
})

test('other words are not sent, and a wrong password is refused beside its field', async () => {
  const portal = await open()
  server.on(profileApi.closeAccount, () => refuse('wrongPassword'))
  await fill(portal, 'yes')
  expect(await portal.dialog.findByText('Please type “close my account”.')).toBeTruthy()
  expect(server.sentTo(profileApi.closeAccount)).toEqual([])
  await portal.user.clear(portal.dialog.getByLabelText(/to confirm$/))
  await fill(portal, 'close my account')
  expect(await portal.dialog.findByText('That isn’t your password.')).toBeTruthy()
})

test('the last administrator is told to find another one first', async () => {
  closing = { ...closing, isLastAdministrator: true }
  const { dialog } = await open()
  expect(await dialog.findByText('You are the last administrator')).toBeTruthy()
  expect(dialog.queryByLabelText('Current password')).toBeNull()
})
