import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '#platform/pdf/read-pdf.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { remindOfTickets } from './reminders.ts'

const clock = { now: new Date('2026-11-23T10:00:00Z') }
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  await changeSetting(portal.ctx, { key: 'ENABLE_TICKETS', value: true })
})
afterAll(() => portal.close())

const chair = { kind: 'leave', what: 'Half a chair', untilOn: '2026-12-01' } as const

const anOwner = async (facts: Parameters<typeof aMember>[1] = {}) => {
  const { id, email } = await aMember(portal.db, facts)
  return { id, email, api: await portal.as(id) }
}

test('a member writes a ticket, and everyone who scans it reads whose it is and until when', async () => {
  const owner = await anOwner({ screenName: 'さくら', phone: '0499 111 222' })
  const { number } = await owner.api.labels.createTicket(chair)
  const other = await portal.as((await aMember(portal.db)).id)
  const seen = await other.labels.getTicket({ number })
  expect(seen).toMatchObject({ ownerName: 'さくら', what: 'Half a chair', untilOn: '2026-12-01', isOwn: false })
  expect(JSON.stringify(seen)).not.toContain(owner.email)
  expect(seen.memberId).toBeNull()
  const label = readPdf((await owner.api.labels.downloadTicketLabel({ number })).content)
  expect(label).toContain('Please\nleave\nHalf a chair\nさくら')
  expect(label).toContain(`Number ${number}`)
  expect((await owner.api.labels.drawTicketLabel({ number })).code.address).toMatch(new RegExp(`/tickets/${number}$`))
  await expect(other.labels.downloadTicketLabel({ number })).rejects.toMatchObject({ code: 'notFound' })
  await expect((await portal.as(null)).labels.getTicket({ number })).rejects.toMatchObject({ code: 'notSignedIn' })
})

test('only its owner extends a ticket, and no further than the space allows', async () => {
  const owner = await anOwner()
  const { number } = await owner.api.labels.createTicket(chair)
  const staff = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  await expect(staff.labels.extendTicket({ number, untilOn: '2026-12-02' })).rejects.toMatchObject({ code: 'notFound' })
  await owner.api.labels.extendTicket({ number, untilOn: '2026-12-07' })
  await expect(owner.api.labels.extendTicket({ number, untilOn: '2026-12-08' })).rejects.toMatchObject({
    body: { fields: [{ field: 'untilOn', message: 'Choose a day up to 2026-12-07.' }] },
  })
  expect((await owner.api.labels.listTickets()).tickets).toMatchObject([{ number, untilOn: '2026-12-07' }])
})

test.each([
  ['without a last day', { ...chair, untilOn: '' }, 'untilOn'],
  ['that is over already', { ...chair, untilOn: '2026-11-01' }, 'untilOn'],
  ['for nothing', { ...chair, what: ' ' }, 'what'],
] as const)('a ticket %s is refused', async (_, ticket, field) => {
  const { api } = await anOwner()
  await expect(api.labels.createTicket(ticket)).rejects.toMatchObject({ body: { fields: [{ field }] } })
})

test('a box has no last day and cannot be extended', async () => {
  const { api } = await anOwner()
  const { number } = await api.labels.createTicket({ kind: 'box', what: 'Blue crate', untilOn: '2026-12-01' })
  expect(await api.labels.getTicket({ number })).toMatchObject({ untilOn: null, isOverdue: false })
  await expect(api.labels.extendTicket({ number, untilOn: '2026-12-01' })).rejects.toMatchObject({ code: 'badInput' })
})

test('the owner is told once when a ticket ends, staff see it, and removing it ends both', async () => {
  const owner = await anOwner()
  const { number } = await owner.api.labels.createTicket(chair)
  const staffId = (await aMember(portal.db, { permissions: ['members'] })).id
  const overdue = async () =>
    (await (await portal.as(staffId)).labels.listAllTickets({ list: 'overdue' })).tickets.filter(
      (ticket) => ticket.number === number,
    )
  expect(await overdue()).toEqual([])
  const before = clock.now
  clock.now = new Date('2026-12-02T10:00:00Z')
  await remindOfTickets(portal.ctx)
  await remindOfTickets(portal.ctx)
  const mails = portal.db.selectFrom('messages').select('subject').where('member_id', '=', owner.id)
  expect(await mails.execute()).toEqual([{ subject: `Your ticket ${number} has ended` }])
  expect(await overdue()).toMatchObject([{ isOverdue: true, memberId: owner.id }])
  await (await portal.as(staffId)).labels.removeTicket({ number })
  clock.now = before
  expect(await overdue()).toEqual([])
  expect((await owner.api.labels.listTickets()).tickets).toEqual([])
  await expect(owner.api.labels.removeTicket({ number })).rejects.toMatchObject({ code: 'notFound' })
})

test('inactive members remove their tickets and write no new ones', async () => {
  const { id, api } = await anOwner()
  const { number } = await api.labels.createTicket(chair)
  await portal.db.updateTable('members').set({ membership_state: 'inactive' }).where('id', '=', id).execute()
  const later = await portal.as(id)
  await expect(later.labels.createTicket(chair)).rejects.toMatchObject({ code: 'memberOnly' })
  await later.labels.removeTicket({ number })
})

test('the label of a device leads to its page', async () => {
  const { id: deviceId } = await aDevice(portal.db, { kind: 'interlock', name: 'Laser cutter' })
  const staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
  expect(await staff.labels.drawDeviceLabel({ deviceId })).toMatchObject({
    code: { address: `http://localhost:8000/things/${deviceId}` },
  })
  await expect(staff.labels.downloadDeviceLabel({ deviceId: 2_000_000_000 })).rejects.toMatchObject({
    code: 'notFound',
  })
})
