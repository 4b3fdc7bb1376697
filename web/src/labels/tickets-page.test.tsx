import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import { issuesApi } from '@spacekeeper/contract/issues/routes.ts'
import { labelsApi } from '@spacekeeper/contract/labels/routes.ts'
import type { Ticket, TicketView } from '@spacekeeper/contract/labels/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { anAccessItem } from '../access/access-item.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const ticket: Ticket = {
  number: 17,
  kind: 'leave',
  what: 'Half a chair',
  createdAt: '2026-11-20T10:00:00.000Z',
  untilOn: '2026-12-01',
  isOverdue: false,
  removedAt: null,
}

const view: TicketView = { ...ticket, ownerName: 'Tess', isOwn: false, memberId: null, latestDay: '2026-12-07' }

const drawing = {
  width: 176,
  height: 120,
  texts: [{ text: 'Please leave', x: 8, baseline: 30, size: 20, width: 90, isStrong: true }],
  code: { address: 'https://example.org/tickets/17', x: 80, y: 40, side: 80 },
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(labelsApi.drawTicketLabel, () => drawing)
})

const config = { ...defaultSite, features: { ...defaultSite.features, enableTickets: true } }
const open = (path: string, profile = aProfile()) => renderPortal({ path, server, profile, config })

test('a member writes a ticket and sees its label at once', async () => {
  const tickets: Ticket[] = []
  server.on(labelsApi.listTickets, () => ({ tickets, latestDay: '2026-12-07' }))
  const sent: unknown[] = []
  server.on(labelsApi.createTicket, ({ body }) => {
    sent.push(body)
    tickets.push(ticket)
    return { number: 17 }
  })
  const { user } = await open('/account/tickets')
  await user.click(await screen.findByRole('button', { name: 'New ticket' }))
  await user.click(screen.getByRole('button', { name: 'Create ticket' }))
  expect(await screen.findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(screen.getByLabelText('What it is'), 'Half a chair')
  await user.click(screen.getByRole('button', { name: 'Create ticket' }))
  expect(await screen.findByRole('dialog', { name: 'Label of ticket 17' })).toBeTruthy()
  expect(await screen.findByRole('img', { name: 'Please leave' })).toBeTruthy()
  expect(sent).toEqual([{ kind: 'leave', what: 'Half a chair', untilOn: '2026-12-07' }])
})

test('a member extends a ticket, and removes it', async () => {
  let tickets = [ticket]
  server.on(labelsApi.listTickets, () => ({ tickets, latestDay: '2026-12-07' }))
  server.on(labelsApi.extendTicket, () =>
    refuse('badInput', { fields: [{ field: 'untilOn', message: 'Choose a day up to 2026-12-07.' }] }),
  )
  server.on(labelsApi.removeTicket, () => {
    tickets = []
  })
  const { user } = await open('/account/tickets')
  await user.click(await screen.findByRole('button', { name: 'Extend ticket 17' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Extend' }))
  expect(await screen.findByText('Choose a day up to 2026-12-07.')).toBeTruthy()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Remove ticket 17' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No tickets')).toBeTruthy()
})

test('others read whose a thing is and until when, and can do nothing', async () => {
  server.on(labelsApi.getTicket, () => ({ ...view, isOverdue: true }))
  await open('/tickets/17')
  expect(await screen.findByText('It belongs to Tess.')).toBeTruthy()
  expect(screen.getByText(/^Ended on/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove ticket 17' })).toBeNull()
})

test('the code on a machine says whether its reader can use it, and why not', async () => {
  const saw = anAccessItem(5, { name: 'Table saw', refusal: 'noGrant' })
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [saw] }))
  await open('/things/5')
  expect(await screen.findByText('You can’t use Table saw yet.')).toBeTruthy()
})

test('every account reports what is wrong with a machine on the page behind its code', async () => {
  const saw = anAccessItem(5, { name: 'Table saw', refusal: 'notActive' })
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [saw] }))
  server.on(issuesApi.reportThing, () => undefined)
  const profile = aProfile({ state: 'inactive' })
  const { user } = await renderPortal({ path: '/things/5', server, profile })
  const card = within(await screen.findByRole('region', { name: 'Report a problem with Table saw' }))
  await user.type(card.getByLabelText(/What’s wrong/), 'Blade is loose')
  await user.click(card.getByRole('switch', { name: /It’s unsafe/ }))
  await user.click(card.getByRole('button', { name: 'Send report' }))
  await screen.findByText('Thank you. Staff have your report.')
  expect(server.sentTo(issuesApi.reportThing)[0]).toMatchObject({
    params: { deviceId: '5' },
    body: { title: 'Blade is loose', description: '', isUnsafe: true },
  })
})
