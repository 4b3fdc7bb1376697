import { retentionApi, type RetentionState } from '@spacekeeper/contract/retention/routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const swipes: RetentionState = {
  name: 'swipes',
  title: 'Swipes at doors and machines',
  days: 731,
  reason: 'Who used which door.',
  setting: 'KEEP_SWIPES_DAYS',
  lastRun: { at: new Date().toISOString(), deleted: 12 },
  total: 1340,
}

const kioskScreens: RetentionState = {
  ...swipes,
  name: 'unauthorisedKiosks',
  title: 'Screens that were not authorised',
  days: 1,
  setting: null,
  lastRun: null,
  total: 0,
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const show = async (limited: RetentionState[]) => {
  server.on(retentionApi.list, () => ({
    limited,
    others: [{ title: 'Cards', days: null, reason: 'For ever, retired ones too.' }],
  }))
  await renderPortal({ path: '/manage/retention', server, profile: aProfile({ admin: true }) })
  return within(await screen.findByRole('list', { name: 'Kept for a time' })).getAllByRole('listitem')
}

test('administrators see how long each kind is kept, why, and what the last clean-up deleted', async () => {
  const [first, second] = await show([swipes, kioskScreens])
  expect(first?.textContent).toContain('2 years')
  expect(first?.textContent).toContain('Who used which door.')
  expect(first?.textContent).toMatch(/12 deleted\. 1,340 in total\./)
  expect(second?.textContent).toContain('1 day')
  expect(second?.textContent).toContain('Nothing has been deleted yet.')
  const others = screen.getByRole('list', { name: 'Kept without a limit' })
  expect(others.textContent).toContain('For ever, retired ones too.')
})

test('what can be set leads to its setting, and what is fixed does not', async () => {
  await show([swipes, kioskScreens])
  const links = screen.getAllByRole('link', { name: /^Change/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/manage/settings#KEEP_SWIPES_DAYS'])
})

test.each([
  [0, 'For ever'],
  [90, '90 days'],
  [365, '1 year'],
  [1096, '3 years'],
  [3653, '10 years'],
  [400, '400 days'],
])('%i days read as %s', async (days, words) => {
  const [first] = await show([{ ...swipes, days }])
  expect(first?.textContent).toContain(words)
})

test('a clean-up that has not finished for two days is said at the top', async () => {
  const late = { at: new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString(), deleted: 0 }
  await show([swipes, { ...kioskScreens, lastRun: late }])
  expect(screen.getByText(/has not finished since/)).toBeTruthy()
})
