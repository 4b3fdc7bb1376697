import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { identities, type Verification } from '@spacekeeper/contract/identities.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const answered = (more: Partial<Verification>): Verification => ({
  verdict: 'valid',
  name: 'Una Reid',
  standing: 'active',
  issuedAt: '2026-03-01T10:00:00.000Z',
  checkedAt: '2026-03-01T10:00:12.000Z',
  ...more,
})
const open = () => renderPortal({ path: '/verify/some-code', server })

test('a stranger reads name, standing and how old the code was', async () => {
  server.on(identities.verify, () => answered({}))
  await open()
  await screen.findByText('Valid')
  screen.getByText('Una Reid')
  screen.getByText('Active member')
  screen.getByText('Made 12 seconds before it was checked')
  expect(server.sentTo(identities.verify)[0]?.body).toEqual({ token: 'some-code' })
})

test.each<[Partial<Verification>, string, RegExp]>([
  [{ verdict: 'notActive', standing: 'suspended' }, 'Not valid', /not an active member now/],
  [{ verdict: 'expired', name: null, standing: null }, 'Run out', /Ask for the digital ID to be shown again/],
  [{ verdict: 'forged', name: null, standing: null, issuedAt: null }, 'Not genuine', /did not make this code/],
  [{ verdict: 'unknown', name: null, standing: null }, 'No such account', /does not exist any more/],
])('what is not valid is said plainly: %o', async (more, word, reason) => {
  server.on(identities.verify, () => answered(more))
  await open()
  await screen.findByText(word)
  screen.getByText(reason)
  expect(screen.queryByText('Valid')).toBeNull()
})

test('a check that failed can be repeated, and one that worked as well', async () => {
  server.on(identities.verify, () => refuse('tooManyRequests', { retryAfterSeconds: 30 }))
  const { user } = await open()
  await screen.findByText('The code could not be checked')
  server.on(identities.verify, () => answered({}))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Valid')
  server.on(identities.verify, () => answered({ verdict: 'notActive', standing: 'suspended' }))
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('Suspended')).toBeTruthy()
})
