import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { EmailChange } from '@spacekeeper/contract/profile/shapes.ts'
import { within, screen, waitFor } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

const askedAt = '2026-01-05T10:00:00.000Z'

let server: ReturnType<typeof fakeServer>

let pending: EmailChange | null

beforeEach(() => {
  server = fakeServer()
  pending = null
  server.on(profileApi.listSessions, () => ({ sessions: [] }))
  server.on(profileApi.getEmailChange, () => ({ pending }))
  server.on(profileApi.requestEmailChange, ({ body }) => {
    pending = { email: String(body['email']), askedAt }
    return { success: true }
  })
})

const open = async () => {
  const portal = await renderPortal({
    path: '/account/profile',
    server,
    profile: aProfile({ email: 'bo@example.org' }),
  })
  return { ...portal, card: within(await screen.findByRole('region', { name: 'Email' })) }
}

const ask = async (email: string) => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Change email' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('New email'), email)
  await user.type(dialog.getByLabelText('Current password'), 'the password')
  await user.click(dialog.getByRole('button', { name: 'Send link' }))
}

test('another email is asked for with the password, and the card says what it waits for and since when', async () => {
  await ask('bo@new.example.org')
  expect(await screen.findByText('Waiting for you to confirm bo@new.example.org')).toBeTruthy()
  expect(screen.getByText(/Requested .*within 24 hours/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('bo@example.org')).toBeTruthy()
  expect(server.sentTo(profileApi.requestEmailChange).map(({ body }) => body)).toEqual([
    { email: 'bo@new.example.org', password: 'the password' },
  ])
})

test.each([
  ['wrongPassword', 'That isn’t your password.'],
  ['emailTaken', 'This email is already used. Choose another one.'],
  ['tooManyRequests', /too many/i],
] as const)('a wish refused with %s says so in the dialog, which stays open', async (code, words) => {
  server.on(profileApi.requestEmailChange, () => refuse(code))
  await ask('bo@new.example.org')
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('what is no email is not sent', async () => {
  await ask('no-address')
  expect(await screen.findByText('Please enter a valid email.')).toBeTruthy()
  expect(server.sentTo(profileApi.requestEmailChange)).toEqual([])
})

test('the link is sent again', async () => {
  pending = { email: 'bo@new.example.org', askedAt }
  server.on(profileApi.resendEmailChange, () => ({ success: true }))
  const { user, card } = await open()
  await user.click(card.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(/sent another link/)).toBeTruthy()
})

test('a change that was confirmed meanwhile is not sent again, and the card shows that it is over', async () => {
  pending = { email: 'bo@new.example.org', askedAt }
  server.on(profileApi.resendEmailChange, () => {
    pending = null
    return refuse('notFound')
  })
  const { user, card } = await open()
  await user.click(card.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.queryByText(/Waiting for you to confirm/)).toBeNull())
})

test('a change is cancelled', async () => {
  pending = { email: 'bo@new.example.org', askedAt }
  server.on(profileApi.cancelEmailChange, () => {
    pending = null
    return { success: true }
  })
  const { user, card } = await open()
  await user.click(card.getByRole('button', { name: 'Cancel the change' }))
  expect(await screen.findByText('Your email stays bo@example.org')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/Waiting for you to confirm/)).toBeNull())
})
