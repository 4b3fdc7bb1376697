import { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import type { BalanceOverview } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'

test('a page is busy until everything it first asks for is there', async () => {
  const config = { ...defaultSite, features: { ...defaultSite.features, enableMemberBucks: true } }
  const overview: BalanceOverview = {
    balanceCents: 0,
    lastTopUp: null,
    spentCents: 0,
    months: [],
    spending: [],
    maxCents: 0,
  }
  const slow = aPromise<BalanceOverview>()
  const answer = vi.fn<() => Promise<BalanceOverview>>(() => slow.promise)
  const server = fakeServer()
  server.on(memberbucksApi.listOwnEntries, () => ({ balanceCents: 0, entries: [], hasMore: false }))
  server.on(memberbucksApi.getOverview, answer)
  await renderPortal({ path: '/account/memberbucks', server, profile: aProfile(), config })
  const isBusy = () => screen.getByRole('main').querySelector('[aria-busy]')?.getAttribute('aria-busy')
  await waitFor(() => expect(answer).toHaveBeenCalled())
  await waitFor(() => expect(isBusy()).toBe('true'))
  slow.resolve(overview)
  await waitFor(() => expect(isBusy()).toBe('false'))
})
