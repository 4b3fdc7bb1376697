import { visitorsApi } from '@spacekeeper/contract/visitors/routes.ts'
import type { VisitorForm } from '@spacekeeper/contract/visitors/shapes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal } from '../portal.testing.tsx'

const aForm = (more: Partial<VisitorForm> = {}): VisitorForm => ({
  agreements: [],
  needsHost: false,
  expected: null,
  isKiosk: false,
  phoneAddress: null,
  ...more,
})

const pass = {
  code: 'abcdefghijkm',
  name: 'Robin Hood',
  hostName: 'Tess',
  expectedOn: null,
  arrivedAt: '2026-11-23T10:00:00.000Z',
  leftAt: null,
}

const drawing = {
  width: 176,
  height: 120,
  texts: [{ text: 'Robin Hood', x: 8, baseline: 30, size: 20, width: 90, isStrong: true }],
  code: { address: 'https://example.org/visitors/abcdefghijkm', x: 80, y: 40, side: 80 },
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const config = { ...defaultSite, features: { ...defaultSite.features, enableVisitors: true } }
const open = (path = '/visitors/new', more: Partial<typeof config> = {}) =>
  renderPortal({ path, server, config: { ...config, ...more } })

test('a visitor types a name, finds the host, agrees and is signed in', async () => {
  const agreements = [{ versionId: 4, title: 'For visitors', text: 'Touch nothing.' }]
  server.on(visitorsApi.getForm, () => aForm({ agreements }))
  server.on(visitorsApi.findHosts, ({ query }) => ({ hosts: query.text === 'te' ? [{ id: 7, name: 'Tess' }] : [] }))
  const sent: unknown[] = []
  server.on(visitorsApi.signIn, ({ body }) => {
    sent.push(body)
    return pass
  })
  const { user } = await open()
  await user.type(await screen.findByLabelText('Your name'), 'Robin Hood')
  await user.type(screen.getByLabelText('Who are you visiting?'), 'te')
  await user.click(await screen.findByRole('radio', { name: 'Tess' }))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Please read and agree first.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'I have read this and agree.' }))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'You are signed in, Robin Hood' })).toBeTruthy()
  expect(screen.getByText(/We’ve told Tess that you are here/)).toBeTruthy()
  expect(sent).toMatchObject([{ name: 'Robin Hood', hostId: 7, versionIds: [4] }])
})

test('a host whose name is typed and not touched is the only one found, and what is no name is not thrown away', async () => {
  server.on(visitorsApi.getForm, () => aForm())
  server.on(visitorsApi.findHosts, ({ query }) => ({ hosts: query.text === 'te' ? [{ id: 7, name: 'Tess' }] : [] }))
  const sent: unknown[] = []
  server.on(visitorsApi.signIn, ({ body }) => {
    sent.push(body)
    return pass
  })
  const { user } = await open()
  await user.type(screen.getByLabelText(/^Your name/), 'Robin Hood')
  await user.type(screen.getByLabelText('Who are you visiting?'), 'zz')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Choose a name from the list, or clear the field.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(screen.getByLabelText('Who are you visiting?'))
  await user.type(screen.getByLabelText('Who are you visiting?'), 'te')
  await screen.findByRole('radio', { name: 'Tess' })
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(sent).toMatchObject([{ name: 'Robin Hood', hostId: 7 }]))
})

test('a name that no one has says so, and a refusal of the host stands at its field', async () => {
  server.on(visitorsApi.getForm, () => aForm({ needsHost: true }))
  server.on(visitorsApi.findHosts, () => ({ hosts: [] }))
  server.on(visitorsApi.signIn, () =>
    refuse('badInput', { fields: [{ field: 'hostId', message: 'Choose the member you visit.' }] }),
  )
  const { user } = await open()
  await user.type(await screen.findByLabelText('Your name'), 'Robin')
  await user.type(screen.getByLabelText('Who are you visiting?'), 'zz')
  expect(await screen.findByText(/No one with this name is here/)).toBeTruthy()
  await user.clear(screen.getByLabelText('Who are you visiting?'))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Choose the member you visit.')).toBeTruthy()
})

test('an invitation names the visitor and the host', async () => {
  const asked: unknown[] = []
  server.on(visitorsApi.getForm, ({ query }) => {
    asked.push(query)
    return aForm({ expected: { name: 'Hana', hostName: 'Tess' } })
  })
  await open('/visitors/new?invitation=abcdefghijkm')
  expect(await screen.findByDisplayValue('Hana')).toBeTruthy()
  expect(screen.getByText('Tess expects you.')).toBeTruthy()
  expect(asked[0]).toMatchObject({ invitation: 'abcdefghijkm' })
})

test('a phone without a code is told where to sign in', async () => {
  server.on(visitorsApi.getForm, () => refuse('visitorsAtKiosk'))
  await open()
  expect(await screen.findByRole('heading', { name: 'Visitors sign in at the entrance' })).toBeTruthy()
})

test('at a kiosk a visitor finds their name and signs out', async () => {
  server.on(visitorsApi.getForm, () => aForm({ isKiosk: true, phoneAddress: 'https://example.org/visitors/new' }))
  server.on(visitorsApi.findHere, () => ({ visitors: [{ id: 3, name: 'Robin Hood' }] }))
  const left: unknown[] = []
  server.on(visitorsApi.signOutHere, ({ body }) => void left.push(body))
  const { user } = await open('/visitors/new', { kiosk: 'authorised' })
  expect(await screen.findByRole('img', { name: 'Code that opens this page on a phone' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'I’m leaving' }))
  await user.type(screen.getByLabelText('Your name'), 'rob')
  await user.click(await screen.findByRole('radio', { name: 'Robin Hood' }))
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
  expect(left).toEqual([{ visitorId: 3 }])
})

test('the page of a visit shows the label, prints it and signs the visitor out', async () => {
  let leftAt: string | null = null
  server.on(visitorsApi.getPass, () => ({ ...pass, leftAt }))
  server.on(visitorsApi.drawLabel, () => drawing)
  server.on(visitorsApi.leave, () => {
    leftAt = '2026-11-23T12:00:00.000Z'
  })
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { user } = await open('/visitors/abcdefghijkm')
  await user.click(await screen.findByRole('button', { name: 'Print a label' }))
  expect(await screen.findByRole('img', { name: 'Robin Hood' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText(/^Left at/)).toBeTruthy()
})
