import { bankApi } from '@spacekeeper/contract/bank/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

test('the accounts that are remembered for members are shown, with those of the space, and removed', async () => {
  const payer = {
    id: 5,
    memberId: 3,
    memberName: 'Ada Lovelace',
    account: '•••• 6819',
    names: ['A Lovelace', 'Byron'],
    confirmedAt: '2026-03-02T10:00:00Z',
    isShared: true,
  }
  const own = { id: 9, account: '•••• 2051', foundIn: 'column' as const, foundAt: '2026-03-01T10:00:00Z' }
  const server = fakeServer()
  server.on(bankApi.listImports, () => ({ imports: [] }))
  server.on(bankApi.listLines, () => ({
    lines: [],
    total: 0,
    counts: { certain: 0, proposal: 0, unknown: 0 },
    isPartial: false,
  }))
  server.on(bankApi.listPayers, () => ({ payers: [payer], total: 1, ownAccounts: [own] }))
  server.on(bankApi.removePayer, () => undefined)
  server.on(bankApi.removeOwnAccount, () => undefined)
  const path = '/manage/payments/import'
  const { user } = await renderPortal({ path, server, profile: aProfile({ staffPermissions: ['money'] }) })
  await user.click(await screen.findByText('Accounts that paid before'))
  expect(await screen.findByText(/^A Lovelace, Byron: •••• 6819, last confirmed/)).toBeTruthy()
  expect(screen.getByText(/^It stood on every line of a file of/)).toBeTruthy()
  expect(screen.getByText(/the account alone proves nothing/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove •••• 6819 of Ada Lovelace' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.sentTo(bankApi.removePayer)).toHaveLength(1))
  expect(await screen.findByText('The account is no longer remembered for Ada Lovelace')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove •••• 2051 from your own accounts' }))
  expect(await screen.findByText(/can be recognised as a member’s from the next file on/)).toBeTruthy()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.sentTo(bankApi.removeOwnAccount)[0]?.params).toEqual({ ownAccountId: '9' }))
})
