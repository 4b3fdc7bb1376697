import { openidApi } from '@spacekeeper/contract/openid/routes.ts'
import type { ConsentQuestion } from '@spacekeeper/contract/openid/shapes.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
let left: string[]

const original = globalThis.location

const question: ConsentQuestion = {
  site: { name: 'Wiki', address: 'https://wiki.example.org' },
  scopes: ['openid', 'email'],
  refusedFor: null,
  needsLogin: false,
}

beforeEach(() => {
  server = fakeServer()
  left = []
  const { origin, href } = original
  const leave = (address: string) => void left.push(address)
  vi.stubGlobal('location', { origin, href, pathname: '/', search: '', hash: '', assign: leave, replace: leave })
})
afterEach(() => void vi.stubGlobal('location', original))

const open = (asked: ConsentQuestion | ReturnType<typeof refuse>) => {
  server.on(openidApi.getQuestion, () => asked)
  server.on(openidApi.answerQuestion, ({ body }) => ({ address: body['isAllowed'] ? '/on' : '/back' }))
  return renderPortal({ path: '/sso/abc', server, profile: aProfile() })
}

test('a member reads which site it is and what it learns, and agrees', async () => {
  const { user } = await open(question)
  expect(await screen.findByRole('heading', { name: 'Log in to Wiki?' })).toBeTruthy()
  expect(screen.getByText('You go on to wiki.example.org as bo@example.org.')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'your member number',
    'your email address',
  ])
  await user.click(screen.getByRole('button', { name: 'Log in to Wiki' }))
  await waitFor(() => expect(left).toEqual(['/on']))
  expect(server.sentTo(openidApi.answerQuestion)).toMatchObject([{ params: { uid: 'abc' }, body: { isAllowed: true } }])
})

test('a member who may not log in there is told why, and gets back', async () => {
  const { user } = await open({ ...question, refusedFor: 'suspended' })
  expect(await screen.findByText('Your membership is suspended. Please speak to staff.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Log in to Wiki' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to Wiki' }))
  await waitFor(() => expect(left).toEqual(['/back']))
})

test('a site that wants a new login gets the form', async () => {
  await open({ ...question, needsLogin: true })
  expect(await screen.findByText('Wiki wants you to log in once more.')).toBeTruthy()
  expect(screen.getByLabelText('Password')).toBeTruthy()
})

test('a login that ran out says so', async () => {
  await open(refuse('notFound'))
  expect(await screen.findByRole('heading', { name: 'No login waits here' })).toBeTruthy()
})
