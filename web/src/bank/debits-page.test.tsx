import type { Debit, DebitPreview, DebitRun } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { bankApi } from '@spacekeeper/contract/bank/routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const run: DebitRun = {
  id: 7,
  reference: 'SK-DD-7',
  scheme: 'sepa',
  collectOn: '2026-03-24',
  madeAt: '2026-03-10T02:00:00.000Z',
  by: 'Tre Asurer',
  sentAt: null,
  count: 1,
  totalCents: 5000,
  settledCents: 0,
  returnedCents: 0,
  waiting: 1,
  settled: 0,
  hasLine: false,
  isCancelled: false,
}
const debit: Debit = {
  id: 70,
  chargeId: 1,
  memberId: 3,
  memberName: 'Ada Lovelace',
  description: 'March 2026',
  amountCents: 5000,
  account: '•••• 6819',
  state: 'sent',
  returnReason: null,
}
const preview: DebitPreview = {
  charges: [{ ...debit, dueOn: '2026-03-20' }],
  count: 1,
  totalCents: 5000,
  earliestOn: '2026-03-24',
  missing: [],
  fingerprint: 'f',
}

let server: ReturnType<typeof fakeServer>
let runs: DebitRun[]
beforeEach(() => {
  server = fakeServer()
  runs = [run]
  server.on(bankApi.listRuns, () => ({ runs, total: runs.length }))
  server.on(bankApi.getRun, () => ({ run, debits: [debit] }))
  server.on(bankApi.listMandates, () => ({ mandates: [], total: 0 }))
})
const open = () =>
  renderPortal({ path: '/manage/payments/debits', server, profile: aProfile({ staffPermissions: ['money'] }) })
const dialog = () => within(screen.getByRole('dialog'))

test('a collection is announced with what its reader saw', async () => {
  runs = []
  server.on(bankApi.previewDebits, () => preview)
  server.on(bankApi.startDebits, () => ({ runId: 8 }))
  const { user } = await open()
  expect(await screen.findByText('No collections yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New collection' }))
  expect(await dialog().findByText('One charge, $50.00')).toBeTruthy()
  expect(dialog().getByText('Ada Lovelace')).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Tell one member' }))
  expect(await screen.findByText('Collection SK-DD-8 is announced')).toBeTruthy()
  expect(server.sentTo(bankApi.startDebits)[0]?.body).toMatchObject({ collectOn: '2026-03-24', fingerprint: 'f' })
})

test('what is missing is named', async () => {
  server.on(bankApi.previewDebits, () => ({ ...preview, missing: ['Creditor identifier'] }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New collection' }))
  expect(await dialog().findByText(/Creditor identifier/)).toBeTruthy()
})

test('a day that is too early is said at its field', async () => {
  server.on(bankApi.previewDebits, () => preview)
  server.on(bankApi.startDebits, () => refuse('badInput', { fields: [{ field: 'collectOn', message: 'Too early.' }] }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New collection' }))
  await user.click(await dialog().findByRole('button', { name: 'Tell one member' }))
  expect(await dialog().findByText('Too early.')).toBeTruthy()
  const day = dialog().getByLabelText(/^Day of the debit/)
  expect(document.activeElement).toBe(day)
  await user.clear(day)
  await user.click(dialog().getByRole('button', { name: 'Tell one member' }))
  expect(await dialog().findByText('Enter a day such as 2026-03-31.')).toBeTruthy()
  expect(server.sentTo(bankApi.startDebits)).toHaveLength(1)
})

test('a debit that was sent back is taken down with its reason', async () => {
  server.on(bankApi.returnDebit, () => undefined)
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Show the debits' }))
  await user.click(await screen.findByRole('button', { name: 'The debit of Ada Lovelace was sent back' }))
  await user.type(dialog().getByRole('textbox', { name: 'The bank’s reason' }), 'AM04')
  await user.click(dialog().getByRole('button', { name: 'Sent back' }))
  expect(await screen.findByText('Ada Lovelace is told')).toBeTruthy()
  expect(server.sentTo(bankApi.returnDebit)[0]?.body).toEqual({ reason: 'AM04' })
})

test('a day on which a collection cannot be booked is said at its field', async () => {
  server.on(bankApi.settleRun, () => refuse('badInput', { fields: [{ field: 'paidOn', message: 'Not yet.' }] }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Mark as paid' }))
  await user.click(dialog().getByRole('button', { name: 'Mark as paid' }))
  expect(await dialog().findByText('Not yet.')).toBeTruthy()
  expect(document.activeElement).toBe(dialog().getByLabelText(/^Paid on/))
})

test('that a collection was paid is taken back, after what that does was said', async () => {
  runs = [{ ...run, settledCents: 5000, settled: 1, waiting: 0, hasLine: true }]
  server.on(bankApi.unsettleRun, () => ({ unsettled: 1 }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Mark as not paid' }))
  expect(dialog().getByText(/^One payment of \$50.00 is reversed/)).toBeTruthy()
  expect(dialog().getByText(/The line of the bank statement waits again.$/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Mark as not paid' }))
  expect(await screen.findByText('One payment reversed')).toBeTruthy()
})

test('a collection is booked as paid, or called off', async () => {
  server.on(bankApi.settleRun, () => ({ settled: 1 }))
  server.on(bankApi.cancelRun, () => undefined)
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Mark as paid' }))
  await user.click(dialog().getByRole('button', { name: 'Mark as paid' }))
  expect(await screen.findByText('One debit booked')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel collection' }))
  await user.click(await dialog().findByRole('button', { name: 'Cancel collection' }))
  expect(await screen.findByText('The collection is called off')).toBeTruthy()
})
