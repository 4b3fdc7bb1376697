import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const { signup } = defaultSite.features

const collecting = {
  ...defaultSite,
  features: { ...defaultSite.features, signup: { ...signup, askedFields: ['vehicleRegistrationPlate' as const] } },
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

test('a new member is sent to their email', async () => {
  server.on(authApi.register, () => undefined)
  const { user, router } = await open()
  await fillIn(user)
  await submit(user)
  await waitFor(() => expect(router.state.location.pathname).toBe('/registersuccess'))
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy()
  expect(server.sentTo(authApi.register).map(({ body }) => body)).toEqual([mia])
})

test('an empty form names every field, says each rule and focuses the first', async () => {
  const { user } = await open()
  await submit(user)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please check 6 fields: Email, First name, Last name, Screen name, Mobile number, and Password.',
  )
  expect(screen.getAllByText('This field cannot be empty.')).toHaveLength(4)
  expect(screen.getByText('Please enter a valid email.')).toBeTruthy()
  expect(screen.getByText('Please enter a valid password.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(/^Email/)))
  expect(server.sentTo(authApi.register)).toEqual([])
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
  expect(server.sentTo(authApi.register)).toEqual([])
})

test.each([
  ['emailTaken', 'This email is already used. Log in, or choose another one.', /^Email/],
  ['screenNameTaken', 'This screen name is already used. Choose another one.', /^Screen name/],
] as const)('%s stands beside its field until that changes', async (code, message, label) => {
  server.on(authApi.register, () => refuse(code))
  const { user } = await open()
  await fillIn(user)
  await submit(user)
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field(label)))
  await user.type(field(label), 'x')
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
})

test.each([
  ['screenName', 'Other members see this name. You can show another one in your profile.'],
  ['firstName', /^Choose any name\. Other members see your first name instead,/],
  ['fullName', /^Choose any name\. Other members see your full name instead,/],
] as const)('where the space shows the %s, the form says what becomes of the screen name', async (shownName, hint) => {
  await open({ ...defaultSite, features: { ...defaultSite.features, shownName } })
  expect(await screen.findByText(hint)).toBeTruthy()
})

test('an email and a screen name that are both taken are said in one go', async () => {
  const fields = [
    { field: 'email', message: 'Taken.' },
    { field: 'screenName', message: 'Taken.' },
  ]
  server.on(authApi.register, () => refuse('emailTaken', { fields }))
  const { user } = await open()
  await fillIn(user)
  await submit(user)
  await screen.findByText('This email is already used. Log in, or choose another one.')
  expect(screen.getByText('This screen name is already used. Choose another one.')).toBeTruthy()
})

test('what only the server knows of a password stands beside it', async () => {
  const message = 'This password has appeared in data leaks. Please choose another one.'
  server.on(authApi.register, () => refuse('badInput', { fields: [{ field: 'password', message }] }))
  const { user } = await open()
  await fillIn(user)
  await submit(user)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field(/^Password/).getAttribute('aria-invalid')).toBe('true')
})

test('a failure keeps what was typed and says what happened', async () => {
  const { user } = await open()
  server.on(authApi.register, () => refuse('serverError'))
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
  server.on(authApi.register, () => undefined)
  const { user } = await open(collecting)
  expect(await screen.findByLabelText(/plate/i)).toBeTruthy()
  await fillIn(user)
  await submit(user)
  await waitFor(() => expect(server.sentTo(authApi.register)).toHaveLength(1))
  expect(server.sentTo(authApi.register)[0]?.body).toEqual({ ...mia, vehicleRegistrationPlate: null })
})
