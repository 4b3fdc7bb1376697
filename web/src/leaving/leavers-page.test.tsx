import { leavingApi } from '@spacekeeper/contract/leaving/routes.ts'
import type { BalanceRefund, Leaving } from '@spacekeeper/contract/leaving/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const config = { ...defaultSite, features: { ...defaultSite.features, enableLeaving: true } }

const leaving: Leaving = {
  id: 3,
  member: { id: 9, name: 'Bo Berg', isClosed: false },
  reason: 'staff',
  endedOn: '2099-02-28',
  state: 'running',
  overAt: null,
  steps: [
    { name: 'goodbye', title: 'Goodbye email', dueOn: '2099-02-28', state: 'done', words: '', settledAt: null },
    { name: 'cards', title: 'Retire cards', dueOn: '2099-03-30', state: 'waiting', words: '', settledAt: null },
  ],
}

const refund: BalanceRefund = {
  id: 5,
  member: { id: 9, name: 'Bo Berg' },
  source: 'balance',
  currency: 'AUD',
  amountCents: 1250,
  balanceCents: 1250,
  accountName: 'Bo Berg',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  state: 'asked',
  askedAt: '2026-03-10T02:00:00.000Z',
  decidedAt: null,
  reason: '',
}

let server: ReturnType<typeof fakeServer>
let shown: Leaving[]
let refunds: BalanceRefund[]
beforeEach(() => {
  server = fakeServer()
  shown = [leaving]
  refunds = [refund]
  server.on(leavingApi.list, () => ({ leavings: shown, next: null, counts: { open: shown.length, over: 0 } }))
  server.on(leavingApi.listRefunds, () => ({ refunds }))
})

const open = (staffPermissions: ('members' | 'money')[]) =>
  renderPortal({ path: '/manage/leavers', server, config, profile: aProfile({ staffPermissions }) })

test('staff see where a member stands, and run a step before its day', async () => {
  server.on(leavingApi.actOnStep, () => undefined)
  const { user } = await open(['members'])
  const card = within(await screen.findByRole('article', { name: 'Bo Berg' }))
  card.getByText(/staff ended it\. 1 of 2 done/)
  await user.click(card.getByRole('button', { name: 'Show steps' }))
  expect(card.queryByRole('button', { name: 'Actions for Goodbye email' })).toBeNull()
  await user.click(card.getByRole('button', { name: 'Actions for Retire cards' }))
  await user.click(await card.findByRole('menuitem', { name: 'Run now' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Run now' }))
  await screen.findByText(/Retire cards was run/)
  expect(server.sentTo(leavingApi.actOnStep)[0]).toMatchObject({
    params: { leavingId: '3', step: 'cards' },
    body: { act: 'run' },
  })
  expect(screen.queryByText('Balances to pay back')).toBeNull()
})

test('a checklist is stopped after a question', async () => {
  server.on(leavingApi.setPaused, () => {
    shown = [{ ...leaving, state: 'paused' }]
  })
  const { user } = await open(['members'])
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop list' }))
  await screen.findByRole('button', { name: 'Let it go on' })
  expect(server.sentTo(leavingApi.setPaused)[0]?.body).toEqual({ isPaused: true })
})

test('the treasurer marks a transfer as paid, and hears when the balance no longer covers it', async () => {
  let isLow = true
  server.on(leavingApi.payRefund, () => {
    if (isLow) return refuse('balanceTooLow')
    refunds = [{ ...refund, state: 'paid', accountNumber: '•••• 3000' }]
    return undefined
  })
  const { user } = await open(['money'])
  await user.click(await screen.findByRole('button', { name: 'Mark as paid' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Mark as paid' }))
  await dialog.findByText('The balance is too low for that.')
  isLow = false
  await user.click(dialog.getByRole('button', { name: 'Mark as paid' }))
  await screen.findByText('No one waits for money.')
  expect(screen.queryByRole('button', { name: 'Start for a member' })).toBeNull()
})

test('no one leaves: the page says what would be here', async () => {
  shown = []
  await open(['members'])
  expect(await screen.findByText('No one is leaving')).toBeDefined()
})
