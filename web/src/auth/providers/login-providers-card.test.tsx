import { providerApi } from '@spacekeeper/contract/auth/provider-routes.ts'
import type { OwnProvider, ProviderView } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { strongLoginApi } from '@spacekeeper/contract/auth/strong-routes.ts'
import { staffOpenidApi } from '@spacekeeper/contract/openid/staff-routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'

const someTime = '2026-01-05T10:00:00.000Z'

const guild: ProviderView = {
  id: 2,
  name: 'Guild',
  issuer: 'https://id.example.org',
  clientId: 'portal',
  scopes: 'openid profile email',
  allowsPrivate: false,
  mayRegister: false,
  isOn: true,
  createdAt: someTime,
  links: 3,
  lastUsedAt: someTime,
}

let server: ReturnType<typeof fakeServer>
let providers: ProviderView[]

beforeEach(() => {
  server = fakeServer()
  providers = [guild]
  server.on(staffOpenidApi.listSites, () => ({ sites: [], issuer: 'https://portal.example.org/api/openid' }))
  server.on(staffOpenidApi.listKeys, () => ({ keys: [] }))
  server.on(providerApi.listProviders, () => ({ providers, redirectUri: 'https://portal.example.org/login/provider' }))
})

const openManage = async () => {
  const page = await renderPortal({ path: '/manage/sso', server, profile: aProfile({ admin: true }) })
  const region = await screen.findByRole('region', { name: 'Log in here with another account' })
  return { ...page, card: within(region) }
}

test('a provider is added, and a mistake in its address stands at the field', async () => {
  providers = []
  const message = 'There is no OpenID provider at this address. Enter the issuer, without what follows it.'
  server.on(providerApi.createProvider, () => refuse('badInput', { fields: [{ field: 'issuer', message }] }))
  const { user, card } = await openManage()
  expect(await card.findByText('No provider yet.')).toBeTruthy()
  expect(card.getByText('https://portal.example.org/login/provider')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Add a provider' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Name/), 'Guild')
  await user.type(dialog.getByLabelText(/^Issuer/), 'https://id.example.org')
  await user.type(dialog.getByLabelText(/^Client ID/), 'portal')
  await user.type(dialog.getByLabelText(/^Client secret/), 'hush')
  await user.click(dialog.getByRole('button', { name: 'Add provider' }))
  expect(await dialog.findByText(message)).toBeTruthy()
  expect(server.sentTo(providerApi.createProvider)).toMatchObject([
    { body: { secret: 'hush', mayRegister: false, isOn: true } },
  ])
})

test('what is set changes without its secret being typed again, and removing it says who can’t log in any more', async () => {
  server.on(providerApi.changeProvider, () => undefined)
  server.on(providerApi.removeProvider, () => undefined)
  const { user, card } = await openManage()
  expect(await card.findByText(/3 members linked, last used/)).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Change Guild' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText(/^Issuer/)).toHaveProperty('readOnly', true)
  await user.click(dialog.getByRole('switch', { name: /People without an account/ }))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(server.sentTo(providerApi.changeProvider)).toMatchObject([{ body: { mayRegister: true } }]),
  )
  expect(server.sentTo(providerApi.changeProvider)[0]?.body).not.toHaveProperty('secret')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(card.getByRole('button', { name: 'Remove Guild' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/3 members can’t log in with it any more/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Remove provider' }))
  await waitFor(() => expect(server.sentTo(providerApi.removeProvider)).toHaveLength(1))
})

const linked: OwnProvider = {
  providerId: 2,
  name: 'Guild',
  isOn: true,
  link: { email: 'bo@guild.example', linkedAt: someTime, lastUsedAt: someTime },
}

const openSecurity = (own: OwnProvider[]) => {
  server.on(providerApi.listOwnProviders, () => ({ providers: own }))
  server.on(strongLoginApi.listLogins, () => ({ logins: [] }))
  server.on(strongLoginApi.getStrongLogin, () => ({
    hasPassword: false,
    passkeys: [],
    hasTotp: false,
    recoveryCodes: 0,
    isRequired: false,
    isStrong: false,
    passkeyHost: 'localhost',
  }))
  return renderPortal({ path: '/account/security', server, profile: aProfile() })
}

test('a member sees the account they linked, and is told when it is their only way in', async () => {
  server.on(providerApi.unlinkProvider, () => refuse('lastProvider'))
  const { user } = await openSecurity([linked])
  const card = within(await screen.findByRole('region', { name: 'Accounts elsewhere' }))
  expect(card.getByText('bo@guild.example')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Unlink your account at Guild' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlink account' }))
  expect(await screen.findByText(/This account is your only way to log in/)).toBeTruthy()
})

test('linking asks who the member is first, also by the account elsewhere where there is no password', async () => {
  server.on(providerApi.startProviderLink, () => refuse('stepUpNeeded'))
  server.on(providerApi.startProviderProof, () => refuse('providerAway'))
  const proofs = { hasPassword: false, hasPasskey: false, hasTotp: false, providers: [{ id: 2, name: 'Guild' }] }
  server.on(strongLoginApi.getProofs, () => proofs)
  const { user } = await openSecurity([linked, { providerId: 3, name: 'Union', isOn: true, link: null }])
  await user.click(await screen.findByRole('button', { name: 'Link your account at Union' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await user.click(await proof.findByRole('button', { name: 'Confirm with Guild' }))
  expect(await proof.findByText(/We can’t reach the provider right now/)).toBeTruthy()
})
