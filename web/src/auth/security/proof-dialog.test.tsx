import { strongLoginApi } from '@spacekeeper/contract/auth/strong-routes.ts'
import type { StrongLogin } from '@spacekeeper/contract/auth/strong-shapes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

const login: StrongLogin = {
  hasPassword: true,
  passkeys: [],
  hasTotp: true,
  recoveryCodes: 3,
  isRequired: false,
  isStrong: true,
  passkeyHost: 'portal.test',
}

beforeEach(() => {
  server = fakeServer()
  server.on(strongLoginApi.listLogins, () => ({ logins: [] }))
  server.on(strongLoginApi.getStrongLogin, () => login)
})

const open = async (change: Partial<StrongLogin> = {}, profile = aProfile()) => {
  server.on(strongLoginApi.getStrongLogin, () => ({ ...login, ...change }))
  return renderPortal({ path: '/account/security', server, profile })
}

test('what needs a fresh proof asks for it and is then done, without asking anything twice', async () => {
  let isProven = false
  const codes = ['abcd-efgh-jkmn-pqrs']
  server.on(strongLoginApi.renewRecoveryCodes, () => (isProven ? { recoveryCodes: codes } : refuse('stepUpNeeded')))
  server.on(strongLoginApi.getProofs, () => ({ hasPassword: true, hasPasskey: false, hasTotp: true, providers: [] }))
  server.on(strongLoginApi.confirmSession, ({ body }) => {
    if (body['password'] !== 'a good password') return refuse('wrongPassword')
    isProven = true
    return undefined
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make new codes' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await user.type(await proof.findByLabelText('Your password'), 'wrong')
  await user.click(proof.getByRole('button', { name: 'Confirm' }))
  expect(await proof.findByText('That isn’t your password.')).toBeTruthy()
  await user.clear(proof.getByLabelText('Your password'))
  await user.type(proof.getByLabelText('Your password'), 'a good password')
  await user.click(proof.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('abcd-efgh-jkmn-pqrs')).toBeTruthy()
  expect(server.sentTo(strongLoginApi.renewRecoveryCodes)).toHaveLength(2)
})

test('what needs a strong proof takes no password, and closing the question leaves it undone', async () => {
  server.on(strongLoginApi.startTotp, () => refuse('strongProofNeeded'))
  server.on(strongLoginApi.getProofs, () => ({ hasPassword: true, hasPasskey: false, hasTotp: true, providers: [] }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Use another app' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  expect(await proof.findByLabelText('Code')).toBeTruthy()
  expect(proof.queryByLabelText('Your password')).toBeNull()
  await user.click(proof.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(strongLoginApi.startTotp)).toHaveLength(1)
})

test('who has lost every strong proof is told who helps', async () => {
  server.on(strongLoginApi.startTotp, () => refuse('strongProofNeeded'))
  server.on(strongLoginApi.getProofs, () => ({ hasPassword: true, hasPasskey: true, hasTotp: false, providers: [] }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Use another app' }))
  expect(await screen.findByText(/ask staff to reset them/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an administrator whose permissions wait is led to set up a strong login, also from a page of staff', async () => {
  server.on(strongLoginApi.getStrongLogin, () => ({ ...login, hasTotp: false, isRequired: true, isStrong: false }))
  server.on(profileApi.get, () => aProfile({ needsStrongLogin: true }))
  const { router } = await renderPortal({
    path: '/manage/settings',
    server,
    profile: aProfile({ needsStrongLogin: true }),
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/security'))
  expect(await screen.findByRole('heading', { name: 'Set up a strong login' })).toBeTruthy()
})

test('the latest logins show how, where and on what, failed ones too', async () => {
  const at = '2026-11-20T10:00:00.000Z'
  server.on(strongLoginApi.listLogins, () => ({
    logins: [
      { id: 2, at, way: 'wrongCode' as const, device: 'Firefox on Linux', address: '192.0.2.9' },
      { id: 1, at, way: 'passkey' as const, device: null, address: null },
    ],
  }))
  await open({ hasTotp: false })
  const card = within(await screen.findByRole('region', { name: 'Your logins' }))
  expect(card.getByText('Firefox on Linux, 192.0.2.9')).toBeTruthy()
  expect(card.getByText('Failed: wrong code')).toBeTruthy()
  expect(card.getByText('Not recorded')).toBeTruthy()
})

test('where passkeys can’t work, the page says why and offers none', async () => {
  await open()
  expect(await screen.findByText(/can’t use passkeys here.*portal\.test/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
