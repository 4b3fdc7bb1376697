import { outgoingWebhooksApi } from '@spacekeeper/contract/webhooks/routes.ts'
import type { ReceiverDelivery, WebhookReceiver } from '@spacekeeper/contract/webhooks/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const someTime = '2026-01-05T10:00:00.000Z'

const aReceiver: WebhookReceiver = {
  id: 3,
  name: 'Home Assistant',
  address: 'https://home.example.org/hook',
  kinds: ['visits', 'devices'],
  hasNames: false,
  offReason: null,
  offAt: null,
  failingSince: null,
  error: null,
  deliveredAt: someTime,
  waiting: 0,
  oldSecretUntil: null,
}

const aDelivery: ReceiverDelivery = {
  id: 9,
  messageId: 'msg_1',
  event: 'visit.signedIn',
  state: 'failed',
  createdAt: someTime,
  attempts: 10,
  triedAt: someTime,
  nextTryAt: null,
  status: 500,
  answer: 'no database',
  error: 'The receiver answered 500.',
  tookMs: 1234,
}

let server: ReturnType<typeof fakeServer>
let receivers: WebhookReceiver[]
let deliveries: ReceiverDelivery[]

beforeEach(() => {
  server = fakeServer()
  receivers = [aReceiver]
  deliveries = [aDelivery]
  server.on(outgoingWebhooksApi.list, () => ({ receivers }))
  server.on(outgoingWebhooksApi.get, () => receivers[0] ?? refuse('notFound'))
  server.on(outgoingWebhooksApi.listDeliveries, () => ({ deliveries, hasMore: false }))
})

const open = (path = '/manage/webhooks') => renderPortal({ path, server, profile: aProfile({ admin: true }) })

test('a receiver stands with its address, what it is told of and how it fares', async () => {
  receivers = [aReceiver, { ...aReceiver, id: 4, name: 'Wiki', offReason: 'gone', offAt: someTime, hasNames: true }]
  await open()
  expect(await screen.findAllByText('https://home.example.org/hook')).toHaveLength(2)
  expect(screen.getByText('Events: Visits, Devices')).toBeTruthy()
  expect(screen.getByText(/with names and email addresses/)).toBeTruthy()
  expect(screen.getByText('Switched off: the receiver is gone')).toBeTruthy()
})

test('a new receiver is told what is chosen, and its secret is shown once', async () => {
  receivers = []
  server.on(outgoingWebhooksApi.create, () => ({ receiverId: 5, secret: 'whsec_abc' }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^What receives it/ }), 'Wiki')
  await user.type(dialog.getByRole('textbox', { name: /^Address/ }), 'wiki.example.org/hook')
  await user.click(dialog.getByRole('button', { name: 'Add the webhook' }))
  expect(await dialog.findByText('Choose at least one.')).toBeTruthy()
  await user.click(dialog.getByRole('checkbox', { name: 'Meetings' }))
  await user.click(dialog.getByRole('button', { name: 'Add the webhook' }))
  expect(await dialog.findByText('whsec_abc')).toBeTruthy()
  expect(server.sentTo(outgoingWebhooksApi.create)).toMatchObject([
    { body: { name: 'Wiki', address: 'https://wiki.example.org/hook', kinds: ['meetings'], hasNames: false } },
  ])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('whsec_abc')).toBeNull()
})

test('what the server refuses stands at its field', async () => {
  receivers = []
  const message = 'The address is in a private network.'
  server.on(outgoingWebhooksApi.create, () => refuse('badInput', { fields: [{ field: 'address', message }] }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^What receives it/ }), 'Wiki')
  await user.type(dialog.getByRole('textbox', { name: /^Address/ }), '10.0.0.1/')
  await user.click(dialog.getByRole('checkbox', { name: 'Votes' }))
  await user.click(dialog.getByRole('button', { name: 'Add the webhook' }))
  expect(await dialog.findByText(message)).toBeTruthy()
})

test('the log says what was answered, and sends again what did not arrive', async () => {
  server.on(outgoingWebhooksApi.replay, () => undefined)
  const { user } = await open('/manage/webhooks/3')
  expect(await screen.findByText('Answered 500: no database')).toBeTruthy()
  expect(screen.getByText(/10 tries, 1.2 s/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Send again: visit.signedIn/ }))
  expect(await screen.findByText('It is being sent again.')).toBeTruthy()
  expect(server.sentTo(outgoingWebhooksApi.replay)).toMatchObject([{ params: { receiverId: '3', deliveryId: '9' } }])
})

test('a new secret is made after a question and shown once', async () => {
  server.on(outgoingWebhooksApi.rotate, () => ({ secret: 'whsec_new' }))
  const { user } = await open('/manage/webhooks/3')
  await user.click(await screen.findByRole('button', { name: 'More for Home Assistant' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New secret' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'New secret' }))
  expect(await screen.findByText('whsec_new')).toBeTruthy()
})

test('one that is off is switched on again, and nothing is sent to it meanwhile', async () => {
  receivers = [{ ...aReceiver, offReason: 'failing', offAt: someTime, error: 'The server refused the connection.' }]
  server.on(outgoingWebhooksApi.setOn, () => {
    receivers = [aReceiver]
  })
  const { user } = await open('/manage/webhooks/3')
  expect(await screen.findByText('Last try: The server refused the connection.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Send again: visit.signedIn/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More for Home Assistant' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Turn on' }))
  expect(await screen.findByText('Works')).toBeTruthy()
  expect(server.sentTo(outgoingWebhooksApi.setOn)).toMatchObject([{ body: { isOn: true } }])
})
