import { statisticsApi } from '@spacekeeper/contract/statistics/routes.ts'
import type { ChartTable, Statistics } from '@spacekeeper/contract/statistics/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { checkStatistics } from './api.ts'

const dayMs = 86_400_000

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

const states = (active: number) => [
  { state: 'active' as const, total: active },
  { state: 'noob' as const, total: 7 },
]

const statistics = (facts: Partial<Statistics> = {}): Statistics => ({
  on_site: { members: [], count: 12 },
  member_count_total: [
    { date: daysAgo(200), data: states(80) },
    { date: daysAgo(9), data: states(95) },
    { date: daysAgo(8), data: states(96) },
    { date: daysAgo(1), data: states(101) },
  ],
  member_count_6_months_total: [{ date: daysAgo(1), data: states(60) }],
  member_count_12_months_total: [],
  subscription_count_total: [
    {
      date: daysAgo(1),
      data: [
        { state: 'active', total: 90 },
        { state: 'cancelling', total: 6 },
      ],
    },
  ],
  memberbucks_balance_total: [{ date: daysAgo(1), data: { value: 1457.07 } }],
  memberbucks_transactions_total: [{ date: daysAgo(1), data: [{ type: 'card', total: -48.5 }] }],
  ...facts,
})

const none: ChartTable = { columns: ['people'], rows: [], isThinned: false }

const features = { ...defaultSite.features, enableStatsPage: true, enableMemberBucks: true }

type OpenOptions = { isOn?: boolean; admin?: boolean; chart?: (chart: string) => ChartTable }

const openWith = async (server: ReturnType<typeof fakeServer>, input: OpenOptions = {}) => {
  server.on(statisticsApi.getChart, ({ params }) => input.chart?.(params['chart'] ?? '') ?? none)
  await renderPortal({
    path: '/tools/stats',
    server,
    profile: aProfile({ admin: input.admin ?? false }),
    config: { ...defaultSite, features: { ...features, enableStatsPage: input.isOn ?? true } },
  })
}

const open = async ({ answer = statistics(), ...input }: OpenOptions & { answer?: Statistics } = {}) => {
  const server = fakeServer()
  server.on(statisticsApi.get, () => answer)
  await openWith(server, input)
}

const card = (name: string) => screen.findByRole('region', { name })

test('a member reads what is true now, and how it changed in the period', async () => {
  await open()
  const now = within(await screen.findByRole('list', { name: 'Now' }))
  const words = now.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(words[0]).toMatch(/On site now12/)
  expect(words[1]).toMatch(/Active members101\+21 since/)
  expect(words[2]).toMatch(/With a plan966 of them cancelled/)
  expect(words[3]).toMatch(/Balance held\$1,457\.07/)
})

test('the arrow keys read a chart day by day, and Home and End its ends', async () => {
  await open()
  const chart = await within(await card('Members')).findByRole('slider', { name: 'Members' })
  expect(chart.getAttribute('aria-valuetext')).toMatch(/: Active 101, New 7$/)
  chart.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(chart.getAttribute('aria-valuetext')).toMatch(/: Active 96, New 7$/)
  await userEvent.keyboard('{Home}')
  expect(chart.getAttribute('aria-valuetext')).toMatch(/: Active 80, New 7$/)
  await userEvent.keyboard('{End}')
  expect(chart.getAttribute('aria-valuenow')).toBe('3')
})

test('days without figures interrupt the line', async () => {
  await open()
  const members = await card('Members')
  await within(members).findByRole('slider')
  const line = members.querySelector('path[data-series="0"][d^="M0.0"]')
  // A dot, a piece of two days, a dot.
  expect(line?.getAttribute('d')?.match(/M/g)).toHaveLength(3)
  expect(line?.getAttribute('d')?.match(/L/g)).toHaveLength(1)
})

test('a shorter period shows fewer days, and the table has each of them, the newest first', async () => {
  await open()
  await userEvent.click(await screen.findByRole('radio', { name: '30 days' }))
  const members = within(await card('Members'))
  await waitFor(() => expect(members.getByRole('slider').getAttribute('aria-valuemax')).toBe('2'))
  await userEvent.click(members.getByRole('button', { name: 'Show Members as a table' }))
  const rows = members.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toHaveLength(4)
  expect(rows[0]).toBe('DayActiveNewInactiveAccount only')
  expect(rows[1]).toMatch(/1017––$/)
})

test('visits are a picture of weekdays and hours that says the busiest, and what is left out for a member is said', async () => {
  const hours = {
    columns: Array.from({ length: 24 }, (_, hour) => String(hour)),
    rows: Array.from({ length: 7 }, (_day, day) => ({
      key: String(day + 1),
      values: Array.from({ length: 24 }, (_, hour) => (hour === 19 ? 30 + day : hour === 3 ? null : 0)),
    })),
    isThinned: true,
  }
  await open({ chart: (chart) => (chart === 'hours' ? hours : none) })
  const shown = within(await card('When members come'))
  expect(await shown.findByTitle('Tuesday 19:00: 31')).toBeTruthy()
  expect(shown.getByTitle('Tuesday 03:00: –')).toBeTruthy()
  expect(shown.getByRole('img', { name: 'When members come' })).toBeTruthy()
  expect(shown.getByText('Busiest on Sunday at 19:00: 36')).toBeTruthy()
  expect(shown.getByText('Figures about fewer than 5 members aren’t shown.')).toBeTruthy()
  await userEvent.click(shown.getByRole('button', { name: 'Show When members come as a table' }))
  expect(within(await shown.findByRole('row', { name: /^Sunday/ })).getByRole('cell', { name: '36' })).toBeTruthy()
})

test('members on site are read by the hour, with a gap where the portal did not run, where members sign in', async () => {
  const onSite: ChartTable = {
    columns: ['members'],
    rows: [
      { key: '2026-11-23T17', values: [6] },
      { key: '2026-11-23T18', values: [null] },
      { key: '2026-11-23T19', values: [8] },
    ],
    isThinned: false,
  }
  await open({ chart: (chart) => (chart === 'onSite' ? onSite : none) })
  const shown = await card('Members on site')
  const chart = await within(shown).findByRole('slider')
  expect(chart.getAttribute('aria-valuetext')).toMatch(/23.*, 19:00: Members 8$/)
  expect(shown.querySelector('path[data-series="0"][d^="M0.0"]')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  await userEvent.click(within(shown).getByRole('button', { name: 'Show Members on site as a table' }))
  expect(
    within(shown)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)[2],
  ).toMatch(/18:00–$/)
})

test('a chart without anything says so, and a space that just began what will come', async () => {
  await open({
    answer: statistics({
      member_count_total: [],
      member_count_6_months_total: [],
      subscription_count_total: [],
      memberbucks_balance_total: [],
      memberbucks_transactions_total: [],
    }),
  })
  expect(await screen.findByText('Nothing counted yet')).toBeTruthy()
  expect(await within(await card('Members who came')).findByText('Nothing in this period.')).toBeTruthy()
})

test('one unknown type rejects the whole answer, in the words of the specification', async () => {
  const wrong = {
    ...statistics(),
    memberbucks_transactions_total: [{ date: daysAgo(1), data: [{ type: 'bank', total: 1 }] }],
  }
  await expect(checkStatistics(wrong)).rejects.toMatchObject({ code: 'badAnswer' })
  const server = fakeServer()
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address === statisticsApi.get.path ? new Response(JSON.stringify(wrong)) : answered(address, init),
  )
  await openWith(server)
  expect(
    await screen.findByText('There was an error fetching new data. Any data that you see may not be up to date.'),
  ).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Now' })).toBeNull()
})

test('while the page is off a member finds none, and an administrator reads that it is', async () => {
  await open({ isOn: false, admin: true })
  expect(await screen.findByText(/Members can’t see this page/)).toBeTruthy()
  expect(await screen.findByRole('list', { name: 'Now' })).toBeTruthy()
})

test('while the page is off there is none for members', async () => {
  await open({ isOn: false })
  expect(await screen.findByText(/page not found/i)).toBeTruthy()
})
