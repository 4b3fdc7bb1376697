import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { IdVerification } from '@spacekeeper/contract/profile/shapes.ts'
import { screen } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const answered = (more: Partial<IdVerification>): IdVerification => ({
  verdict: 'valid',
  name: 'Una Reid',
  standing: 'active',
  issuedAt: '2026-03-01T10:00:00.000Z',
  isPass: false,
  checkedAt: '2026-03-01T10:00:12.000Z',
  ...more,
})

const open = () => renderPortal({ path: '/verify/some-code', server })

test('a stranger reads name, standing and how old the code was', async () => {
  server.on(profileApi.verifyIdCode, () => answered({}))
  await open()
  await screen.findByText('Valid')
  screen.getByText('Una Reid')
  screen.getByText('Active member')
  screen.getByText('Created 12 seconds before this check')
  expect(server.sentTo(profileApi.verifyIdCode)[0]?.body).toEqual({ token: 'some-code' })
})

test.each<[Partial<IdVerification>, string, RegExp]>([
  [{ verdict: 'notActive', standing: 'suspended' }, 'Not valid', /isn’t an active member right now/],
  [{ verdict: 'expired', name: null, standing: null }, 'Expired', /Ask them to show their digital ID again/],
  [{ verdict: 'forged', name: null, standing: null, issuedAt: null }, 'Not genuine', /wasn’t created by this portal/],
  [{ verdict: 'unknown', name: null, standing: null }, 'No such account', /no longer exists/],
  [
    { verdict: 'removed', name: null, standing: null, issuedAt: null, isPass: true },
    'Removed',
    /removed from the wallet/,
  ],
])('what is not valid is said plainly: %o', async (more, word, reason) => {
  server.on(profileApi.verifyIdCode, () => answered(more))
  await open()
  await screen.findByText(word)
  screen.getByText(reason)
  expect(screen.queryByText('Valid')).toBeNull()
})

test('the code of a pass is said to be one that can be copied', async () => {
  server.on(profileApi.verifyIdCode, () => answered({ isPass: true, issuedAt: null }))
  await open()
  expect(await screen.findByText('Valid')).toBeTruthy()
  screen.getByText(/is from a phone’s wallet and can be copied/)
})

test('a check that failed can be repeated, and one that worked as well', async () => {
  server.on(profileApi.verifyIdCode, () => refuse('tooManyRequests', { retryAfterSeconds: 30 }))
  const { user } = await open()
  await screen.findByText('We couldn’t check the code')
  server.on(profileApi.verifyIdCode, () => answered({}))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Valid')
  server.on(profileApi.verifyIdCode, () => answered({ verdict: 'notActive', standing: 'suspended' }))
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('Suspended')).toBeTruthy()
})
