import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { screen, within } from '@testing-library/react'
import { test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal } from '../portal.testing.tsx'

const open = (signup: Partial<typeof defaultSite.features.signup>) => {
  const features = { ...defaultSite.features, signup: { ...defaultSite.features.signup, ...signup } }
  return renderPortal({ path: '/registersuccess', server: fakeServer(), config: { ...defaultSite, features } })
}

test('a new member reads to check their email, and only the steps this site asks for', async () => {
  await open({ requireAccessCard: true })
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy()
  expect(screen.getByText('Pick up your access card.')).toBeTruthy()
  expect(screen.queryByText('Take the induction.')).toBeNull()
})

test('a site with an induction names it as a step', async () => {
  await open({ hasOnlineInduction: true })
  expect(await screen.findByText('Take the induction.')).toBeTruthy()
  expect(screen.queryByText('Pick up your access card.')).toBeNull()
})

const register = async (config = defaultSite) => {
  const server = fakeServer()
  server.on(authApi.register, () => undefined)
  const { user } = await renderPortal({ path: '/register', server, config })
  const facts = { Email: 'ann@exmaple.org', 'First name': 'Ann', 'Last name': 'Other', 'Screen name': 'ann' }
  for (const [label, text] of Object.entries(facts))
    await user.type(screen.getByLabelText(new RegExp(`^${label}`)), text)
  await user.type(screen.getByLabelText(/^Mobile number/), '+61400000000')
  await user.type(screen.getByLabelText(/^Password/), 'a good password')
  await user.click(screen.getByRole('button', { name: 'Create an account' }))
  return { server, user }
}

test('the address is shown, can be sent to again, and a typo in it is mended', async () => {
  const { server, user } = await register()
  expect(await screen.findByText(/We sent a link to ann@exmaple\.org/)).toBeTruthy()
  server.on(authApi.resendVerification, () => ({ success: true }))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(/sent a new link/)).toBeTruthy()
  expect(server.sentTo(authApi.resendVerification)[0]?.body).toEqual({ email: 'ann@exmaple.org' })
  server.on(authApi.correctEmail, () => refuse('wrongLogin'))
  await user.click(screen.getByRole('button', { name: 'Use another address' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Your email'), 'ann@example.org')
  await user.type(dialog.getByLabelText('The password you chose'), 'a good password')
  await user.click(dialog.getByRole('button', { name: 'Send link' }))
  expect(await dialog.findByText('That isn’t the password for this account.')).toBeTruthy()
  server.on(authApi.correctEmail, () => undefined)
  await user.click(dialog.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText(/We sent a link to ann@example\.org/)).toBeTruthy()
})

test('without a mail server no page says that a link was sent', async () => {
  await register({ ...defaultSite, features: { ...defaultSite.features, enableMail: false } })
  expect(await screen.findByRole('heading', { name: 'Your account is created' })).toBeTruthy()
  expect(screen.getByText(/Staff can confirm your address/)).toBeTruthy()
  expect(screen.queryByText(/We sent/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})
