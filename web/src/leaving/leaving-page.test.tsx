import { leavingApi } from '@spacekeeper/contract/leaving/routes.ts'
import type { OwnLeaving } from '@spacekeeper/contract/leaving/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const config = { ...defaultSite, features: { ...defaultSite.features, enableLeaving: true } }

const step = {
  name: 'cards',
  title: 'Retire cards',
  dueOn: '2099-03-30',
  state: 'waiting',
  words: '',
  settledAt: null,
} as const

let server: ReturnType<typeof fakeServer>
let own: OwnLeaving
beforeEach(() => {
  server = fakeServer()
  own = {
    leaving: { reason: 'planEnded', endedOn: '2099-02-28', state: 'running', steps: [step] },
    balanceCents: 1250,
    mayChoose: true,
    refund: null,
    credit: { cents: 0, currency: 'AUD', mayAsk: false, refund: null },
  }
  server.on(leavingApi.getOwn, () => own)
})

const open = () =>
  renderPortal({
    path: '/account/leaving',
    server,
    config,
    profile: aProfile({ state: 'inactive', memberStatus: 'inactive' }),
  })

test('a former member reads what happens when', async () => {
  await open()
  const steps = within(await screen.findByRole('list', { name: 'What happens when' }))
  steps.getByText('Retire cards')
  expect(steps.getByText('Planned')).toBeDefined()
})

test('a balance is asked back; a number with a mistake is said at its field', async () => {
  server.on(leavingApi.askRefund, () => {
    own = {
      ...own,
      mayChoose: false,
      refund: { amountCents: 1250, state: 'asked', accountName: 'Bo Berg', accountEnd: '3000', reason: '' },
    }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Get it back' }))
  const dialog = within(await screen.findByRole('dialog'))
  const number = dialog.getByRole('textbox', { name: 'Account number' })
  await user.type(number, 'DE00 3704 0044 0532 0130 00')
  await user.click(dialog.getByRole('button', { name: 'Ask for it back' }))
  await dialog.findByText('This IBAN has a mistake in it. Please check it.')
  expect(server.sentTo(leavingApi.askRefund)).toEqual([])
  await user.clear(number)
  await user.type(number, 'DE89 3704 0044 0532 0130 00')
  await user.click(dialog.getByRole('button', { name: 'Ask for it back' }))
  await screen.findByText(/You asked for .* back to the account ending in 3000/)
  expect(server.sentTo(leavingApi.askRefund)[0]?.body).toEqual({
    accountName: 'Bo Berg',
    accountNumber: 'DE89 3704 0044 0532 0130 00',
    source: 'balance',
  })
})

test('a balance is donated after a question that names the amount', async () => {
  server.on(leavingApi.donate, () => {
    own = { ...own, balanceCents: 0, mayChoose: false }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Donate it' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Donate \$12/ }))
  await screen.findByText(/Thank you for/)
  expect(screen.queryByRole('button', { name: 'Get it back' })).toBeNull()
})

test('a member reads that their membership goes on', async () => {
  own = {
    leaving: null,
    balanceCents: 0,
    mayChoose: false,
    refund: null,
    credit: { cents: 0, currency: 'AUD', mayAsk: false, refund: null },
  }
  await open()
  expect(await screen.findByText('Your membership goes on')).toBeDefined()
})

test('what is left over of payments is seen and asked back', async () => {
  own = { ...own, balanceCents: 0, mayChoose: false, credit: { ...own.credit, cents: 8935, mayAsk: true } }
  server.on(leavingApi.askRefund, () => undefined)
  const { user } = await open()
  const card = within(await screen.findByRole('region', { name: '$89.35 is left over' }))
  await user.click(card.getByRole('button', { name: 'Get it back' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Get $89.35 back by transfer' }))
  await user.type(dialog.getByRole('textbox', { name: 'Account number' }), 'DE89 3704 0044 0532 0130 00')
  await user.click(dialog.getByRole('button', { name: 'Ask for it back' }))
  await waitFor(() => expect(server.sentTo(leavingApi.askRefund)[0]?.body).toMatchObject({ source: 'credit' }))
})
