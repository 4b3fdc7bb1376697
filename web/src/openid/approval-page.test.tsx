import { openidApi } from '@spacekeeper/contract/openid/routes.ts'
import type { ConsentQuestion } from '@spacekeeper/contract/openid/shapes.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
let opened: string[]
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
  opened = []
  left = []
  const { origin, href } = original
  const leave = (address: string) => void left.push(address)
  vi.stubGlobal('location', { origin, href, pathname: '/', search: '', hash: '', assign: leave, replace: leave })
})
afterEach(() => {
  vi.stubGlobal('location', original)
  vi.stubGlobal('mobileShell', undefined)
})

const address = 'https://portal.example.org/sso/approved/abc#token'

const openInApp = (asked: ConsentQuestion | ReturnType<typeof refuse>) => {
  vi.stubGlobal('mobileShell', {
    kind: 'mobile',
    openOutside: async (url: string) => void opened.push(url),
    hideSplash: async () => {},
  })
  server.on(openidApi.getWaiting, () => asked)
  return renderPortal({ path: '/sso/app/abc', server, profile: aProfile() })
}

test('the app says which site asks and who the member is, and opens the browser once they say yes', async () => {
  server.on(openidApi.approveWaiting, () => ({ address }))
  const { user } = await openInApp(question)
  expect(screen.getByRole('heading', { name: 'Log in to Wiki?' })).toBeTruthy()
  expect(screen.getByText('You continue to wiki.example.org as bo@example.org.')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(server.sentTo(openidApi.approveWaiting)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Log in to Wiki' }))
  expect(await screen.findByRole('heading', { name: 'Continue in your browser' })).toBeTruthy()
  expect(opened).toEqual([address])
})

test('a site that asks for nothing is asked about all the same; who cancels sends nothing', async () => {
  const { user } = await openInApp({ ...question, scopes: [] })
  expect(screen.getByRole('heading', { name: 'Log in to Wiki?' })).toBeTruthy()
  expect(screen.queryByText('Wiki learns:')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  expect(opened).toEqual([])
  expect(server.sentTo(openidApi.approveWaiting)).toEqual([])
})

test('what is refused at the press of the button is said there', async () => {
  server.on(openidApi.approveWaiting, () => refuse('keptOut'))
  const { user } = await openInApp(question)
  await user.click(screen.getByRole('button', { name: 'Log in to Wiki' }))
  expect(await screen.findByText('Please speak to staff.')).toBeTruthy()
  expect(opened).toEqual([])
})

test.each([
  [
    'a suspended member',
    { ...question, refusedFor: 'suspended' },
    'Your membership is suspended. Please speak to staff.',
  ],
  ['a weak login', { ...question, refusedFor: 'strong' }, /Set up a passkey or a second factor/],
  ['a site that wants a new login', { ...question, needsLogin: true }, 'Wiki wants you to log in once more.'],
  ['a login that ran out', refuse('notFound'), /It may have taken too long/],
  ['a portal in trouble', refuse('serverError'), /having trouble performing that action/],
] as const)('%s can’t say yes, and reads why', async (_what, asked, words) => {
  await openInApp(asked)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Log in to Wiki' })).toBeNull()
})

test('a browser that comes to the page of the app answers for itself', async () => {
  void renderPortal({ path: '/sso/app/abc', server, profile: aProfile() })
  await waitFor(() => expect(left).toEqual(['/api/openid/interaction/abc']))
})

const comeBack = (hash = '#the-token') => renderPortal({ path: `/sso/approved/abc${hash}`, server })

test('the browser that the app opened redeems the approval once, and goes on to the site', async () => {
  server.on(openidApi.redeemApproval, () => ({ address: '/api/openid/authorize/abc' }))
  await comeBack()
  expect(screen.getByRole('heading', { name: 'Taking you on' })).toBeTruthy()
  expect(left).toEqual(['/api/openid/authorize/abc'])
  expect(server.sentTo(openidApi.redeemApproval)).toMatchObject([
    { params: { uid: 'abc' }, body: { token: 'the-token' } },
  ])
})

test.each([
  ['notFound', /It began in another browser, or more than a minute passed\./],
  ['keptOut', 'Your membership is suspended. Please speak to staff.'],
  ['loggedInAsOther', /logged in here as another member\. Log out first/],
] as const)('an approval refused as %s leads nowhere, and the reason is said', async (code, words) => {
  server.on(openidApi.redeemApproval, () => refuse(code))
  await comeBack()
  expect(screen.getByText(words)).toBeTruthy()
  expect(left).toEqual([])
})
