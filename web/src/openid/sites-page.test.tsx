import type { SiteView } from '@spacekeeper/contract/openid/shapes.ts'
import { staffOpenidApi } from '@spacekeeper/contract/openid/staff-routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const someTime = '2026-01-05T10:00:00.000Z'

const wiki: SiteView = {
  id: 3,
  clientId: 'mediawiki-abc',
  kind: 'mediawiki',
  name: 'Wiki',
  address: 'https://wiki.example.org',
  redirectUris: ['https://wiki.example.org/in'],
  logoutUris: [],
  backchannelUri: null,
  requiresPkce: false,
  isPublic: false,
  isTrusted: true,
  mayRefresh: true,
  claimsInIdToken: false,
  states: ['active'],
  createdAt: someTime,
  logins: 2,
  lastUsedAt: someTime,
}

const issuer = 'https://portal.example.org/api/openid'

let server: ReturnType<typeof fakeServer>
let sites: SiteView[]

beforeEach(() => {
  server = fakeServer()
  sites = [wiki]
  server.on(staffOpenidApi.listSites, () => ({ sites, issuer }))
  server.on(staffOpenidApi.getSite, () => ({ site: wiki, issuer }))
  server.on(staffOpenidApi.listKeys, () => ({ keys: [{ kid: 'k1', state: 'current' as const, changedAt: someTime }] }))
  server.on(staffOpenidApi.listSiteLogins, () => ({
    logins: [{ memberId: 5, name: 'Mara Kay', loggedInAt: someTime, lastUsedAt: someTime }],
    total: 1,
  }))
})

const open = (path: string) => renderPortal({ path, server, profile: aProfile({ admin: true }) })

test('sites stand with who is logged in there, and the key that signs', async () => {
  await open('/manage/sso')
  expect(await screen.findByText(/MediaWiki, 2 members logged in, last used/)).toBeTruthy()
  expect(await screen.findByText('signs now')).toBeTruthy()
})

test('a new site begins with what its kind mostly needs, and its secret is shown once', async () => {
  sites = []
  server.on(staffOpenidApi.createSite, () => ({ siteId: 3, secret: 'a-secret-shown-once' }))
  const { user } = await open('/manage/sso')
  await user.click(await screen.findByRole('button', { name: 'New site' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'What it is' }), 'grafana')
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Graphs')
  await user.type(dialog.getByRole('textbox', { name: /^Web address/ }), 'https://g.example.org/')
  await user.click(dialog.getByRole('button', { name: 'Add site' }))
  expect(await dialog.findByText('a-secret-shown-once')).toBeTruthy()
  expect(server.sentTo(staffOpenidApi.createSite)).toMatchObject([
    {
      body: {
        kind: 'grafana',
        name: 'Graphs',
        redirectUris: ['https://g.example.org/login/generic_oauth'],
        requiresPkce: true,
        states: ['active'],
        backchannelUri: null,
      },
    },
  ])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('heading', { name: 'Settings for Wiki' })).toBeTruthy()
})

test('an address that is none is refused at its field', async () => {
  const { user } = await open('/manage/sso')
  await user.click(await screen.findByRole('button', { name: 'New site' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Graphs')
  await user.type(dialog.getByRole('textbox', { name: /^Web address/ }), 'graphs')
  await user.type(dialog.getByRole('textbox', { name: /^Addresses members/ }), 'https://g.example.org/#x')
  await user.click(dialog.getByRole('button', { name: 'Add site' }))
  expect(await dialog.findByText('An address such as https://wiki.example.org.')).toBeTruthy()
  expect(dialog.getByText(/Without “#”/)).toBeTruthy()
  expect(server.sentTo(staffOpenidApi.createSite)).toEqual([])
})

test('a site says what to type in there, and ends the login of a member', async () => {
  server.on(staffOpenidApi.endSiteLogin, () => undefined)
  const { user } = await open('/manage/sso/3')
  expect(await screen.findByText(/wfLoadExtension\( 'OpenIDConnect' \)/)).toBeTruthy()
  expect(screen.getByText('mediawiki-abc')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'End the login of Mara Kay' }))
  expect(server.sentTo(staffOpenidApi.endSiteLogin)).toMatchObject([{ params: { siteId: '3', memberId: '5' } }])
})

test('a new secret is made after a question, and shown once', async () => {
  server.on(staffOpenidApi.renewSecret, () => ({ secret: 'another-secret' }))
  const { user } = await open('/manage/sso/3')
  await user.click(await screen.findByRole('button', { name: 'New secret' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'New secret' }))
  expect(await screen.findByText('another-secret')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('another-secret')).toBeNull()
})
