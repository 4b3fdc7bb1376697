import { providerApi } from '@spacekeeper/contract/auth/provider-routes.ts'
import type { ProviderOutcome } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const came = (outcome: ProviderOutcome['outcome'], facts: Partial<ProviderOutcome> = {}): ProviderOutcome => ({
  outcome,
  providerName: 'Guild',
  next: null,
  person: null,
  test: null,
  ...facts,
})

// A code that reads as a number goes back as it came.
const path = '/login/provider?code=1e5&state=abcdefghijklmnopqrstuvwxyz&iss=https%3A%2F%2Fid.example.org'

const open = (profile?: ReturnType<typeof aProfile>) => renderPortal({ path, server, ...(profile && { profile }) })

test('the login offers each provider by its name, and nothing where there is none', async () => {
  const loginProviders = [{ id: 2, name: 'Guild' }]
  const config = { ...defaultSite, features: { ...defaultSite.features, loginProviders } }
  server.on(providerApi.startProviderLogin, () => refuse('providerAway'))
  const { user } = await renderPortal({ path: '/login?nextUrl=%2Faccount%2Faccess', server, config })
  await user.click(await screen.findByRole('button', { name: 'Log in with Guild' }))
  expect(await screen.findByText(/We can’t reach the provider right now/)).toBeTruthy()
})

test('a login that was refused says why and leads back', async () => {
  server.on(providerApi.finishProviderLogin, () => refuse('providerUnconfirmed'))
  await open()
  expect((await screen.findByRole('alert')).textContent).toMatch(/hasn’t confirmed your email address/)
  expect(screen.getByRole('link', { name: 'Back to login' })).toBeTruthy()
  expect(server.sentTo(providerApi.finishProviderLogin)).toMatchObject([
    { body: { code: '1e5', state: 'abcdefghijklmnopqrstuvwxyz', iss: 'https://id.example.org' } },
  ])
})

test('a member with an authenticator app enters its code', async () => {
  server.on(providerApi.finishProviderLogin, () => came('codeNeeded'))
  server.on(providerApi.finishProviderCode, () => refuse('wrongCode'))
  const { user } = await open()
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText(/That code isn’t right/)).toBeTruthy()
  expect(server.sentTo(providerApi.finishProviderCode)).toMatchObject([{ body: { code: '123456' } }])
})

test('a person who is new checks what the provider knows, and sends the rest', async () => {
  const person = { email: 'mara@example.org', firstName: 'Mara', lastName: 'Kay', screenName: '' }
  server.on(providerApi.finishProviderLogin, () => came('registration', { person }))
  server.on(providerApi.registerByProvider, () => refuse('screenNameTaken'))
  const { user } = await open()
  expect(await screen.findByDisplayValue('mara@example.org')).toHaveProperty('readOnly', true)
  expect(screen.queryByLabelText(/Password/)).toBeNull()
  expect(screen.getByLabelText(/First name/)).toHaveProperty('value', 'Mara')
  await user.type(screen.getByLabelText(/Screen name/), 'mk')
  await user.type(screen.getByLabelText(/Mobile|Phone/), '0400 000 000')
  await user.click(screen.getByRole('button', { name: 'Create an account' }))
  expect(await screen.findByText('An account with this screen name already exists.')).toBeTruthy()
  await waitFor(() =>
    expect(server.sentTo(providerApi.registerByProvider)).toMatchObject([
      { body: { screenName: 'mk', firstName: 'Mara' } },
    ]),
  )
})

test('a test says what came back and what it would lead to', async () => {
  const tested = {
    claims: [{ claim: 'sub', value: '17' }],
    says: 'The login would be refused: no address.',
    isWell: false,
  }
  server.on(providerApi.finishProviderLogin, () => came('tested', { test: tested }))
  await open(aProfile({ admin: true }))
  expect(await screen.findByText('The provider works, but this login would be refused')).toBeTruthy()
  expect(screen.getByRole('row', { name: 'sub 17' })).toBeTruthy()
})
