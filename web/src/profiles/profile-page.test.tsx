import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { members, type Profile } from '@spacekeeper/contract/members.ts'
import { profiles, type OwnSession } from '@spacekeeper/contract/profiles.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

const someTime = '2026-01-05T10:00:00.000Z'
const aSession = (id: number, more: Partial<OwnSession> = {}): OwnSession => ({
  id,
  isCurrent: false,
  browser: 'Firefox',
  system: 'Linux',
  address: `10.0.0.${id}`,
  kiosk: null,
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
  server.on(profiles.listSessions, () => ({ sessions }))
  server.on(profiles.getEmailChange, () => ({ pending: null }))
  const portal = await renderPortal({ path: '/account/profile', server, profile })
  server.on(members.getProfile, () => profile)
  server.on(profiles.update, () => {
    profile = { ...profile, updateProfileRequired: false }
    return { success: true }
  })
  return portal
}

test('whoever is asked to look at his details says that they are right', async () => {
  const { user } = await open({ updateProfileRequired: true })
  const prompt = await screen.findByRole('region', { name: 'Are your details still right?' })
  await user.click(within(prompt).getByRole('button', { name: 'They are right' }))
  await waitFor(() => expect(screen.queryByText('Are your details still right?')).toBeNull())
  expect(server.sentTo(profiles.update)).toMatchObject([{ body: {} }])
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
  server.on(profiles.changePassword, () => ({ success: true }))
  await changePassword()
  expect(await screen.findByText('Your password is changed. Other devices are logged out.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(profiles.changePassword).map(({ body }) => body)).toEqual([
    { current: 'the old one', new: 'a good password' },
  ])
})

test('a wrong current password is refused beside its field', async () => {
  server.on(profiles.changePassword, () => refuse('wrongPassword'))
  await changePassword()
  expect(await screen.findByText('That is not your password.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')))
})

test('a short new password, or two that differ, are not sent', async () => {
  await changePassword({ fresh: 'seven77', again: 'other' })
  expect(await screen.findByText('Must be at least 8 characters.')).toBeTruthy()
  expect(server.sentTo(profiles.changePassword)).toEqual([])
})

test('other logins are ended one by one, this one cannot be', async () => {
  sessions = [aSession(1, { isCurrent: true }), aSession(2, { browser: null, system: null })]
  const { user } = await open()
  server.on(profiles.endSession, ({ params }) => {
    sessions = sessions.filter(({ id }) => String(id) !== params['sessionId'])
    return { success: true }
  })
  expect(await screen.findByText('This one')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Log out / })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /^Log out Another app/ }))
  await waitFor(() => expect(screen.queryByText('Another app')).toBeNull())
})

test('all other logins are ended at once', async () => {
  sessions = [aSession(1, { isCurrent: true }), aSession(2), aSession(3)]
  const { user } = await open()
  server.on(profiles.endOtherSessions, () => {
    sessions = sessions.slice(0, 1)
    return { ended: 2 }
  })
  await user.click(await screen.findByRole('button', { name: 'Log out all others' }))
  expect(await screen.findByText('2 other devices are logged out')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Log out / })).toBeNull())
})

test('logins that could not be loaded say so, and the rest of the page stays', async () => {
  server.on(profiles.listSessions, () => refuse('notAllowed'))
  server.on(profiles.getEmailChange, () => ({ pending: null }))
  await renderPortal({ path: '/account/profile', server, profile })
  expect(await screen.findByText('You do not have permission to do that.')).toBeTruthy()
  expect(screen.getByLabelText('First name')).toBeTruthy()
})
