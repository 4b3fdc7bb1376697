import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, vi, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

const open = async (more: Partial<Profile> = {}, config = defaultSite) => {
  let profile = aProfile(more)
  server.on(profileApi.listSessions, () => ({ sessions: [] }))
  server.on(profileApi.getEmailChange, () => ({ pending: null }))
  const portal = await renderPortal({ path: '/account/profile', server, profile, config })
  server.on(profileApi.get, () => profile)
  server.on(profileApi.update, ({ body }) => {
    profile = { ...profile, ...body }
    return { success: true }
  })
  return portal
}

const sent = () => server.sentTo(profileApi.update).map(({ body }) => body)

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
  await user.click(await screen.findByRole('button', { name: 'Undo the change to Last name' }))
  await waitFor(() => expect(sent()).toEqual([{ lastName: 'Bergson' }, { lastName: 'Berg' }]))
  expect(screen.getByLabelText('Last name')).toHaveProperty('value', 'Berg')
})

test('a refused value keeps what was typed and the reason, until it is undone', async () => {
  const { user } = await open()
  server.on(profileApi.update, () => refuse('screenNameTaken'))
  await user.type(await screen.findByLabelText('Screen name'), 'b')
  await quiet()
  expect(await screen.findByText('Not saved. This screen name is already used. Choose another one.')).toBeTruthy()
  expect(screen.getByLabelText('Screen name')).toHaveProperty('value', 'bob')
  await user.click(screen.getByRole('button', { name: 'Undo the change to Screen name' }))
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
  expect(await screen.findByText(`Not saved. ${message}`)).toBeTruthy()
  expect(sent()).toEqual([])
})

test('the server’s own words stand beside the field, and a failure of the server too', async () => {
  const { user } = await open()
  server.on(profileApi.update, () => refuse('badInput', { fields: [{ field: 'phone', message: 'Not that number.' }] }))
  await user.type(await screen.findByLabelText('Mobile number'), '1')
  await quiet()
  expect(await screen.findByText('Not saved. Not that number.')).toBeTruthy()
  server.on(profileApi.update, () => refuse('serverError'))
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

test('a refused field is asked about before the page is left, and lost only on purpose', async () => {
  const { user, router } = await open()
  server.on(profileApi.update, () => refuse('screenNameTaken'))
  await user.type(await screen.findByLabelText('Screen name'), 'b')
  void router.navigate({ to: '/error/404' })
  const dialog = within(await screen.findByRole('dialog', { name: 'You have an unsaved change' }))
  expect(dialog.getByText(/^Your change to Screen name will be lost.*already used/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Stay here' }))
  expect(screen.getByLabelText('Screen name')).toHaveProperty('value', 'bob')
  void router.navigate({ to: '/error/404' })
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/error/404'))
})

test('two refused fields are asked about once, by their names', async () => {
  const { user, router } = await open()
  server.on(profileApi.update, () => refuse('serverError'))
  await user.type(await screen.findByLabelText('First name'), 'x')
  await user.type(screen.getByLabelText('Screen name'), 'b')
  void router.navigate({ to: '/error/404' })
  const dialog = await screen.findByRole('dialog', { name: 'You have 2 unsaved changes' })
  expect(within(dialog).getByText(/^Your changes to First name and Screen name will be lost/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/error/404'))
})

test('what could not be saved after the page was left is told', async () => {
  const { user, router } = await open()
  server.on(profileApi.update, () => refuse('serverError'))
  await user.type(await screen.findByLabelText('First name'), 'dil')
  await router.navigate({ to: '/login' })
  expect(await screen.findByText(/^First name was not saved\. .*having trouble/)).toBeTruthy()
})

test('a space at the end of a pause is no change and stays in the field', async () => {
  const { user } = await open()
  const field = await screen.findByLabelText('First name')
  await user.type(field, ' ')
  await quiet()
  expect(sent()).toEqual([])
  await user.type(field, 'Bjorn ')
  await quiet()
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(field).toHaveProperty('value', 'Bo Bjorn ')
  expect(sent()).toEqual([{ firstName: 'Bo Bjorn' }])
})

test('a change made while one is being saved is saved after it', async () => {
  const { user } = await open()
  let finish = () => {}
  const first = new Promise<void>((resolve) => {
    finish = resolve
  })
  server.on(profileApi.update, async ({ body }) => {
    if (body.firstName === 'Boa') await first
    return { success: true }
  })
  const field = await screen.findByLabelText('First name')
  await user.type(field, 'a')
  await quiet()
  expect(await screen.findByText('Saving')).toBeTruthy()
  await user.type(field, '{Backspace}')
  await quiet()
  expect(sent()).toEqual([{ firstName: 'Boa' }])
  finish()
  await waitFor(() => expect(sent()).toEqual([{ firstName: 'Boa' }, { firstName: 'Bo' }]))
  expect(field).toHaveProperty('value', 'Bo')
})

test('a save that the server could not take is tried again', async () => {
  const { user } = await open()
  server.on(profileApi.update, () => refuse('serverError'))
  await user.type(await screen.findByLabelText('First name'), 'b')
  await quiet()
  const again = await screen.findByRole('button', { name: 'Try again: First name' })
  server.on(profileApi.update, () => ({ success: true }))
  await user.click(again)
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(sent()).toHaveLength(2)
})

test('the plate is asked for only where the site collects plates', async () => {
  await open()
  await screen.findByLabelText('First name')
  expect(screen.queryByLabelText('Vehicle registration plate')).toBeNull()
})

test('a plate can be emptied', async () => {
  const { features } = defaultSite
  const signup = { ...features.signup, askedFields: ['vehicleRegistrationPlate' as const] }
  const { user } = await open({ vehicleRegistrationPlate: 'X1' }, { ...defaultSite, features: { ...features, signup } })
  await user.clear(await screen.findByLabelText('Vehicle registration plate'))
  await quiet()
  await waitFor(() => expect(sent()).toEqual([{ vehicleRegistrationPlate: '' }]))
})
