import { labelsApi } from '@spacekeeper/contract/labels/routes.ts'
import type { TicketView } from '@spacekeeper/contract/labels/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const ticket: TicketView = {
  number: 17,
  kind: 'leave',
  what: 'Half a chair',
  createdAt: '2026-11-20T10:00:00.000Z',
  untilOn: '2026-12-01',
  isOverdue: true,
  removedAt: null,
  ownerName: 'Tess',
  isOwn: false,
  memberId: 7,
  latestDay: '2026-12-07',
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const config = { ...defaultSite, features: { ...defaultSite.features, enableTickets: true } }
const open = () =>
  renderPortal({ path: '/manage/tickets', server, profile: aProfile({ staffPermissions: ['members'] }), config })

test('staff see what should be gone, and remove it; its owner alone extends it', async () => {
  let tickets = [ticket]
  server.on(labelsApi.listAllTickets, () => ({ tickets, total: tickets.length }))
  server.on(labelsApi.removeTicket, () => {
    tickets = []
  })
  const { user } = await open()
  const list = within(await screen.findByRole('list', { name: 'Tickets of members' }))
  expect(list.getByRole('link', { name: 'Tess' }).getAttribute('href')).toBe('/manage/members/7')
  expect(list.getByText(/^Ended on/)).toBeTruthy()
  expect(list.queryByRole('button', { name: 'Extend ticket 17' })).toBeNull()
  await user.click(list.getByRole('button', { name: 'Remove ticket 17' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Nothing is overdue')).toBeTruthy()
  expect(server.sentTo(labelsApi.removeTicket)[0]?.params).toEqual({ number: '17' })
})

test('the other lists say what would be in them, and a removed ticket offers nothing more', async () => {
  server.on(labelsApi.listAllTickets, ({ query }) => {
    const tickets = query['list'] === 'removed' ? [{ ...ticket, removedAt: '2026-12-02T10:00:00.000Z' }] : []
    return { tickets, total: tickets.length }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('radio', { name: 'All open' }))
  expect(await screen.findByText('No open tickets')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Removed' }))
  const list = within(await screen.findByRole('list', { name: 'Tickets of members' }))
  expect(list.getByText(/^Removed on/)).toBeTruthy()
  expect(list.queryByRole('button')).toBeNull()
})

test('of many tickets the first are shown, and more when asked for', async () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ ...ticket, number: at + 1 }))
  server.on(labelsApi.listAllTickets, ({ query }) => ({ tickets: many.slice(0, Number(query['limit'])), total: 60 }))
  const { user } = await open()
  expect(await screen.findByText('50 of 60')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('button', { name: 'Remove ticket 60' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
