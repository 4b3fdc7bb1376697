import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { members, type Profile } from '@spacekeeper/contract/members.ts'
import { profiles, type OwnSession } from '@spacekeeper/contract/profiles.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

const someTime = '2026-01-05T10:00:00.000Z'
const aSession = (id: number, more: Partial<OwnSession> = {}): OwnSession => ({
  id,
  isCurrent: false,
  browser: 'Firefox',
  system: 'Linux',
  address: `10.0.0.${id}`,
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

const open = async (more: Partial<Profile> = {}, config = defaultSite) => {
  profile = aProfile(more)
  server.on(profiles.listSessions, () => ({ sessions }))
  server.on(profiles.getEmailChange, () => ({ pending: null }))
  const portal = await renderPortal({ path: '/account/profile', server, profile, config })
  server.on(members.getProfile, () => profile)
  server.on(profiles.update, ({ body }) => {
    profile = { ...profile, ...body, updateProfileRequired: false }
    return { success: true }
  })
  return portal
}
const sent = () => server.sentTo(profiles.update).map(({ body }) => body)
const quiet = () => vi.advanceTimersByTimeAsync(1000)

test('a field is saved after a second of quiet, alone, and says so', async () => {
  const { user } = await open()
  const field = await screen.findByLabelText('First name')
  await user.type(field, 'b')
  await vi.advanceTimersByTimeAsync(900)
  await user.type(field, 'a')
  await vi.advanceTimersByTimeAsync(900)
  expect(sent()).toEqual([])
  await quiet()
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(sent()).toEqual([{ firstName: 'Boba' }])
})

test('a save can be taken back', async () => {
  const { user } = await open()
  await user.type(await screen.findByLabelText('Last name'), 'son')
  await quiet()
  await user.click(await screen.findByRole('button', { name: 'Undo the change of last name' }))
  await waitFor(() => expect(sent()).toEqual([{ lastName: 'Bergson' }, { lastName: 'Berg' }]))
  expect(screen.getByLabelText('Last name')).toHaveProperty('value', 'Berg')
})

test('a refused value keeps what was typed and the reason, until it is undone', async () => {
  const { user } = await open()
  server.on(profiles.update, () => refuse('screenNameTaken'))
  await user.type(await screen.findByLabelText('Screen name'), 'b')
  await quiet()
  expect(await screen.findByText('This screen name is already used. Choose another one.')).toBeTruthy()
  expect(screen.getByText('Not saved')).toBeTruthy()
  expect(screen.getByLabelText('Screen name')).toHaveProperty('value', 'bob')
  await user.click(screen.getByRole('button', { name: 'Undo the change of screen name' }))
  await waitFor(() => expect(screen.getByLabelText('Screen name')).toHaveProperty('value', 'bo'))
  expect(screen.queryByText(/already used/)).toBeNull()
  expect(sent()).toHaveLength(1)
})

test.each([
  ['First name', '{Backspace}{Backspace}', 'This field cannot be empty.'],
  ['Mobile number', 'abc', 'Please enter a valid phone number.'],
])('%s is refused before it is sent when it breaks the rule', async (label, keys, message) => {
  const { user } = await open()
  await user.type(await screen.findByLabelText(label), keys)
  await quiet()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(sent()).toEqual([])
})

test('the server’s own words stand beside the field, and a failure of the server too', async () => {
  const { user } = await open()
  server.on(profiles.update, () => refuse('badInput', { fields: [{ field: 'phone', message: 'Not that number.' }] }))
  await user.type(await screen.findByLabelText('Mobile number'), '1')
  await quiet()
  expect(await screen.findByText('Not that number.')).toBeTruthy()
  server.on(profiles.update, () => refuse('serverError'))
  await user.type(screen.getByLabelText('Mobile number'), '2')
  await quiet()
  expect(await screen.findByText(/having trouble/)).toBeTruthy()
})

test('leaving the page saves what was typed last', async () => {
  const { user, router } = await open()
  await user.type(await screen.findByLabelText('First name'), 'dil')
  await router.navigate({ to: '/error/404' })
  await waitFor(() => expect(sent()).toEqual([{ firstName: 'Bodil' }]))
})

test('the plate is asked for only where the site collects plates', async () => {
  await open()
  await screen.findByLabelText('First name')
  expect(screen.queryByLabelText('Vehicle registration plate')).toBeNull()
})

test('a plate can be emptied', async () => {
  const { features } = defaultSite
  const signup = { ...features.signup, collectVehicleRegistrationPlate: true }
  const { user } = await open({ vehicleRegistrationPlate: 'X1' }, { ...defaultSite, features: { ...features, signup } })
  await user.clear(await screen.findByLabelText('Vehicle registration plate'))
  await quiet()
  await waitFor(() => expect(sent()).toEqual([{ vehicleRegistrationPlate: '' }]))
})

test('whoever is asked to look at his details says that they are right', async () => {
  const { user } = await open({ updateProfileRequired: true })
  const prompt = await screen.findByRole('region', { name: 'Are your details still right?' })
  await user.click(within(prompt).getByRole('button', { name: 'They are right' }))
  await waitFor(() => expect(screen.queryByText('Are your details still right?')).toBeNull())
  expect(sent()).toEqual([{}])
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
