import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { OwnSession, Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, vi, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const someTime = '2026-01-05T10:00:00.000Z'

const aSession = (id: number, more: Partial<OwnSession> = {}): OwnSession => ({
  id,
  isCurrent: false,
  browser: 'Firefox',
  system: 'Linux',
  address: `10.0.0.${id}`,
  kiosk: null,
  app: null,
  startedAt: someTime,
  lastUsedAt: someTime,
  ...more,
})

let server: ReturnType<typeof fakeServer>

let profile: Profile

let sessions: OwnSession[]

beforeEach(() => {
  server = fakeServer()
  profile = aProfile()
  sessions = [aSession(1, { isCurrent: true })]
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

const open = async (more: Partial<Profile> = {}) => {
  profile = aProfile(more)
  server.on(profileApi.listSessions, () => ({ sessions }))
  server.on(profileApi.getEmailChange, () => ({ pending: null }))
  const portal = await renderPortal({ path: '/account/profile', server, profile })
  server.on(profileApi.get, () => profile)
  server.on(profileApi.update, () => {
    profile = { ...profile, updateProfileRequired: false }
    return { success: true }
  })
  return portal
}

test('a member who is asked to check their details says that they are right', async () => {
  const { user } = await open({ updateProfileRequired: true })
  const prompt = await screen.findByRole('region', { name: 'Are your details still right?' })
  await user.click(within(prompt).getByRole('button', { name: 'All correct' }))
  await waitFor(() => expect(screen.queryByText('Are your details still right?')).toBeNull())
  expect(server.sentTo(profileApi.update)).toMatchObject([{ body: {} }])
})

const changePassword = async (typed: { fresh?: string; again?: string } = {}) => {
  const { fresh = 'a good password', again = fresh } = typed
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Change password' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Current password'), 'the old one')
  await user.type(dialog.getByLabelText('New password'), fresh)
  await user.type(dialog.getByLabelText('New password again'), again)
  await user.click(dialog.getByRole('button', { name: 'Save password' }))
}

test('a password is changed in a dialog that closes by itself', async () => {
  server.on(profileApi.changePassword, () => ({ success: true }))
  await changePassword()
  expect(await screen.findByText('Password changed. You’re logged out everywhere else.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(profileApi.changePassword).map(({ body }) => body)).toEqual([
    { current: 'the old one', new: 'a good password' },
  ])
})

test('a wrong current password is refused beside its field', async () => {
  server.on(profileApi.changePassword, () => refuse('wrongPassword'))
  await changePassword()
  expect(await screen.findByText('That isn’t your password.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')))
})

test('a short new password, or two that differ, are not sent', async () => {
  await changePassword({ fresh: 'seven77', again: 'other' })
  expect(await screen.findByText('Must be at least 8 characters.')).toBeTruthy()
  expect(server.sentTo(profileApi.changePassword)).toEqual([])
})

test('other logins are ended one by one, this one cannot be', async () => {
  sessions = [aSession(1, { isCurrent: true }), aSession(2, { browser: null, system: null })]
  const { user } = await open()
  server.on(profileApi.endSession, ({ params }) => {
    sessions = sessions.filter(({ id }) => String(id) !== params['sessionId'])
    return { success: true }
  })
  expect(await screen.findByText('This device')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Log out / })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /^Log out Another app/ }))
  await waitFor(() => expect(screen.queryByText('Another app')).toBeNull())
})

test('all other logins are ended at once', async () => {
  sessions = [aSession(1, { isCurrent: true }), aSession(2), aSession(3)]
  const { user } = await open()
  server.on(profileApi.endOtherSessions, () => {
    sessions = sessions.slice(0, 1)
    return { ended: 2 }
  })
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }))
  expect(await screen.findByText('2 other devices are logged out')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Log out / })).toBeNull())
})

test('logins that could not be loaded say so, and the rest of the page stays', async () => {
  server.on(profileApi.listSessions, () => refuse('notAllowed'))
  server.on(profileApi.getEmailChange, () => ({ pending: null }))
  await renderPortal({ path: '/account/profile', server, profile })
  expect(await screen.findByText('You do not have permission to do that.')).toBeTruthy()
  expect(screen.getByLabelText('First name')).toBeTruthy()
})
