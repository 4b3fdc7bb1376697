import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { members } from '@spacekeeper/contract/members.ts'
import { profiles, type Closing } from '@spacekeeper/contract/profiles.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
let closing: Closing
beforeEach(() => {
  server = fakeServer()
  closing = { cards: 2, devices: 1, isOnSite: true, balanceCents: 1250, isSuspended: false, isLastAdministrator: false }
  server.on(profiles.listSessions, () => ({ sessions: [] }))
  server.on(profiles.getEmailChange, () => ({ pending: null }))
  server.on(profiles.getClosing, () => closing)
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
  expect(await dialog.findByText(/Your 2 cards stop working. One door or machine/)).toBeTruthy()
  expect(dialog.getByText(/signed out on site/)).toBeTruthy()
  expect(dialog.getByText(/Your balance of \$12.50/)).toBeTruthy()
  expect(dialog.queryByText(/suspension/)).toBeNull()
})

test('who is suspended reads what is kept of that', async () => {
  closing = { ...closing, isSuspended: true, balanceCents: -300 }
  const { dialog } = await open()
  expect(await dialog.findByText(/Your suspension and its reason, for three years/)).toBeTruthy()
  expect(dialog.getByText(/That you owe \$3.00/)).toBeTruthy()
})

test('the account is closed with the password and the words, and the login follows', async () => {
  server.on(profiles.close, () => {
    server.on(members.getProfile, () => refuse('notSignedIn'))
    return { success: true }
  })
  const portal = await open()
  await fill(portal, 'Close my account')
  await waitFor(() => expect(portal.router.state.location.pathname).toBe('/login'))
  expect(server.sentTo(profiles.close).map(({ body }) => body)).toEqual([
    { password: 'the password', confirmation: 'close my account' },
  ])
})

test('other words are not sent, and a wrong password is refused beside its field', async () => {
  const portal = await open()
  server.on(profiles.close, () => refuse('wrongPassword'))
  await fill(portal, 'yes')
  expect(await portal.dialog.findByText('Please type “close my account”.')).toBeTruthy()
  expect(server.sentTo(profiles.close)).toEqual([])
  await portal.user.clear(portal.dialog.getByLabelText(/to confirm$/))
  await fill(portal, 'close my account')
  expect(await portal.dialog.findByText('That is not your password.')).toBeTruthy()
})

test('the last administrator is told to find another one first', async () => {
  closing = { ...closing, isLastAdministrator: true }
  const { dialog } = await open()
  expect(await dialog.findByText('You are the last administrator')).toBeTruthy()
  expect(dialog.queryByLabelText('Current password')).toBeNull()
})
