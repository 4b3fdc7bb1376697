import { openidApi } from '@spacekeeper/contract/openid/routes.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const uid = 'a'.repeat(43)
const open = () => renderPortal({ path: `/sso/approved/${uid}#secret`, server })

test('a browser that the app opened brings what was confirmed, once, and leads on by hand as well', async () => {
  server.on(openidApi.redeemApproval, () => ({ address: '#on' }))
  await open()
  const link = await screen.findByRole('link', { name: 'Continue' })
  expect(link.getAttribute('href')).toBe('#on')
  expect(server.sentTo(openidApi.redeemApproval)).toMatchObject([{ body: { token: 'secret' } }])
})

test.each([
  ['notFound', 'This login can’t go on here'],
  ['keptOut', /suspended/i],
  ['loggedInAsOther', /another member/],
] as const)('a login that is refused (%s) says why and leads on', async (code, reason) => {
  server.on(openidApi.redeemApproval, () => refuse(code))
  await open()
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/')
})
