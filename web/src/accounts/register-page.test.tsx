import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '@spacekeeper/contract/accounts.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const { signup } = defaultSite.features
const collecting = {
  ...defaultSite,
  features: { ...defaultSite.features, signup: { ...signup, collectVehicleRegistrationPlate: true } },
}
const open = (config = defaultSite) => renderPortal({ path: '/register', server, config })
type User = Awaited<ReturnType<typeof open>>['user']

const field = (label: RegExp) => screen.getByLabelText(label)
const fillIn = async (user: User, password = 'a good password') => {
  await user.type(field(/^Email/), 'mia@example.org')
  await user.type(field(/^First name/), 'Mia')
  await user.type(field(/^Last name/), 'Reid')
  await user.type(field(/^Screen name/), 'mia')
  await user.type(field(/^Mobile number/), '0412 345 678')
  await user.type(field(/^Password/), password)
}
const submit = (user: User) => user.click(screen.getByRole('button', { name: 'Create an account' }))
const mia = {
  email: 'mia@example.org',
  firstName: 'Mia',
  lastName: 'Reid',
  screenName: 'mia',
  mobile: '0412 345 678',
  password: 'a good password',
}

test('who joins is sent to his mail', async () => {
  server.on(accounts.register, () => undefined)
  const { user, router } = await open()
  await fillIn(user)
  await submit(user)
  await waitFor(() => expect(router.state.location.pathname).toBe('/registersuccess'))
  expect(await screen.findByRole('heading', { name: 'Check your mail' })).toBeTruthy()
  expect(server.sentTo(accounts.register).map(({ body }) => body)).toEqual([mia])
})

test('an empty form names every field, says each rule and focuses the first', async () => {
  const { user } = await open()
  await submit(user)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please check 6 fields: email, first name, last name, screen name, mobile number, password.',
  )
  expect(screen.getAllByText('This field cannot be empty.')).toHaveLength(4)
  expect(screen.getByText('Please enter a valid email.')).toBeTruthy()
  expect(screen.getByText('Please enter a valid password.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(/^Email/)))
  expect(server.sentTo(accounts.register)).toEqual([])
})

test('a rule is quiet until its field is left, and again as soon as it is met', async () => {
  const { user } = await open()
  await user.type(field(/^Password/), 'short')
  expect(screen.queryByText('Must be at least 8 characters.')).toBeNull()
  await user.tab()
  expect(await screen.findByText('Must be at least 8 characters.')).toBeTruthy()
  await user.type(field(/^Password/), 'er no more')
  await waitFor(() => expect(screen.queryByText('Must be at least 8 characters.')).toBeNull())
})

test.each([
  ['a name of 31 characters', /^First name/, 'x'.repeat(31), 'Must be less than 30 characters.'],
  ['a number without digits', /^Mobile number/, 'call me', 'Please enter a valid phone number.'],
  ['an email without a host', /^Email/, 'mia@', 'Please enter a valid email.'],
])('%s is refused before it is sent', async (_what, label, typed, message) => {
  const { user } = await open()
  await fillIn(user)
  await user.clear(field(label))
  await user.type(field(label), typed)
  await submit(user)
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(label)))
  expect(server.sentTo(accounts.register)).toEqual([])
})

test.each([
  ['emailTaken', 'This email is already used. Log in, or choose another one.', /^Email/],
  ['screenNameTaken', 'This screen name is already used. Choose another one.', /^Screen name/],
] as const)('%s stands beside its field until that changes', async (code, message, label) => {
  server.on(accounts.register, () => refuse(code))
  const { user } = await open()
  await fillIn(user)
  await submit(user)
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(label)))
  await user.type(field(label), 'x')
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
})

test('what only the server knows of a password stands beside it', async () => {
  const message = 'This password is known from leaked lists. Please choose another one.'
  server.on(accounts.register, () => refuse('badInput', { fields: [{ field: 'password', message }] }))
  const { user } = await open()
  await fillIn(user)
  await submit(user)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field(/^Password/).getAttribute('aria-invalid')).toBe('true')
})

test('a failure keeps what was typed and says what happened', async () => {
  const { user } = await open()
  server.on(accounts.register, () => refuse('serverError'))
  await fillIn(user)
  await submit(user)
  expect(await screen.findByText(/having trouble/)).toBeTruthy()
  expect(field(/^First name/)).toHaveProperty('value', 'Mia')
})

test('a plate is asked for only where the site collects plates', async () => {
  await open()
  expect(screen.queryByLabelText(/plate/i)).toBeNull()
})

test('a plate is sent where the site collects plates, and an empty one is none', async () => {
  server.on(accounts.register, () => undefined)
  const { user } = await open(collecting)
  expect(await screen.findByLabelText(/plate/i)).toBeTruthy()
  await fillIn(user)
  await submit(user)
  await waitFor(() => expect(server.sentTo(accounts.register)).toHaveLength(1))
  expect(server.sentTo(accounts.register)[0]?.body).toEqual({ ...mia, vehicleRegistrationPlate: null })
})
