import { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import type { BalanceStatement, NegativeBalance } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const statement: BalanceStatement = {
  from: '2026-11-01',
  to: '2026-11-30',
  openingCents: 100_000,
  closingCents: 99_000,
  accounts: [{ account: 'donation', inCents: 0, outCents: 1000, entries: 2 }],
}

let server: ReturnType<typeof fakeServer>
let members: NegativeBalance[]
beforeEach(() => {
  server = fakeServer()
  members = [{ memberId: 7, name: 'Noah Kaur', balanceCents: -1525, lastEntryAt: '2026-11-20T10:00:00Z' }]
  server.on(memberbucksApi.getSpaceStatement, () => statement)
  server.on(memberbucksApi.listNegative, () => ({
    members,
    sumCents: members.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
  }))
})

const config = { ...defaultSite, features: { ...defaultSite.features, enableMemberBucks: true } }
const open = (search: string) =>
  renderPortal({
    path: `/manage/memberbucks?from=2026-11-01&to=2026-11-30${search}`,
    server,
    profile: aProfile({ staffPermissions: ['money'] }),
    config,
  })

test('the treasurer reads the statement of the space and who is below zero', async () => {
  await open('')
  expect(await screen.findByRole('heading', { level: 1, name: 'Balances' })).toBeTruthy()
  expect(await screen.findByText('One member owes $15.25.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Noah Kaur' })).toBeTruthy()
  expect(await screen.findByRole('row', { name: /^Donation.*−\$10\.00/ })).toBeTruthy()
})

test('where no member owes anything the page says so', async () => {
  members = []
  await open('')
  expect(await screen.findByText('No member is below zero.')).toBeTruthy()
})

test('the statement of one member leads back to all balances, of the same days', async () => {
  const facts = { ...statement, memberId: 7, memberName: 'Noah Kaur', entries: [], isCut: false }
  server.on(memberbucksApi.getMemberStatement, () => facts)
  const { router, user } = await open('&member=7')
  expect(await screen.findByRole('heading', { name: 'Statement of Noah Kaur' })).toBeTruthy()
  expect(server.sentTo(memberbucksApi.getMemberStatement)[0]?.query).toMatchObject({ from: '2026-11-01' })
  expect(screen.queryByRole('region', { name: 'Overdrawn' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'All balances' }))
  expect(await screen.findByRole('heading', { name: 'All balances together' })).toBeTruthy()
  expect(router.state.location.search).toEqual({ from: '2026-11-01', to: '2026-11-30' })
})

test('the statement is kept as a file, of the days that are shown', async () => {
  const kept = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined }))
  server.on(memberbucksApi.exportSpaceStatement, () => ({ name: 'all.csv', mediaType: 'text/csv', content: 'a,b' }))
  const { user } = await open('')
  await user.click(await screen.findByRole('button', { name: 'Save as CSV' }))
  await waitFor(() => expect(kept).toHaveBeenCalledOnce())
  const [sent] = server.sentTo(memberbucksApi.exportSpaceStatement)
  expect(sent?.query).toMatchObject({ from: '2026-11-01', to: '2026-11-30' })
})
