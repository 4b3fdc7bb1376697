import { z } from 'zod'
import { FutureDay } from '../days.ts'
import { DeviceParams, Download, Empty, Id, routes } from '../route.ts'
import { LabelDrawing, lastDayMissing, needsLastDay, Ticket, ticketFields, TicketView } from './shapes.ts'
import { ticketLists } from './words.ts'

const TicketParams = z.object({ number: Id })

const feature = 'enableTickets'

export const labelsApi = routes({
  listTickets: {
    method: 'GET',
    path: '/api/tickets/',
    access: 'signedIn',
    feature,
    summary: 'The caller’s tickets that are not removed, and how far ahead the last day of a new one can be.',
    output: z.object({ tickets: z.array(Ticket), latestDay: z.iso.date() }),
  },
  createTicket: {
    method: 'POST',
    path: '/api/tickets/',
    access: 'activeMember',
    feature,
    summary: 'Writes a ticket for something the caller leaves in the space.',
    body: z.object(ticketFields).refine(needsLastDay, lastDayMissing),
    output: z.object({ number: z.number().int() }),
  },
  getTicket: {
    method: 'GET',
    path: '/api/tickets/:number/',
    access: 'signedIn',
    feature,
    summary: 'What the code on a ticket leads to: whose it is, by their shown name, and until when.',
    params: TicketParams,
    output: TicketView,
    errors: ['notFound'],
  },
  extendTicket: {
    method: 'PUT',
    path: '/api/tickets/:number/',
    access: 'signedIn',
    feature,
    summary: 'Another last day for one of the caller’s tickets.',
    params: TicketParams,
    body: z.object({ untilOn: FutureDay }),
    keepsPast: true,
    output: Empty,
    errors: ['notFound'],
  },
  removeTicket: {
    method: 'DELETE',
    path: '/api/tickets/:number/',
    access: 'signedIn',
    feature,
    summary: 'Removes a ticket of the caller; staff of members, any.',
    params: TicketParams,
    output: Empty,
    errors: ['notFound'],
  },
  drawTicketLabel: {
    method: 'GET',
    path: '/api/tickets/:number/label/',
    access: 'signedIn',
    feature,
    summary: 'The label of one of the caller’s tickets, to be shown before it is printed; of any for staff of members.',
    params: TicketParams,
    output: LabelDrawing,
    errors: ['notFound'],
  },
  downloadTicketLabel: {
    method: 'GET',
    path: '/api/tickets/:number/label/file/',
    access: 'signedIn',
    feature,
    summary: 'The same as a PDF of its own size.',
    params: TicketParams,
    output: Download,
    errors: ['notFound'],
  },
  listAllTickets: {
    method: 'GET',
    path: '/api/admin/tickets/',
    access: 'staff.members',
    feature,
    summary: 'Tickets of all members: those that ended first, the oldest on top.',
    query: z.object({
      list: z.enum(ticketLists).default('overdue'),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    output: z.object({ tickets: z.array(TicketView), total: z.number().int() }),
  },
  drawDeviceLabel: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/label/',
    access: 'staff.devices',
    summary: 'The label of a device, to be shown before it is printed.',
    params: DeviceParams,
    output: LabelDrawing,
    errors: ['notFound'],
  },
  downloadDeviceLabel: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/label/file/',
    access: 'staff.devices',
    summary: 'The same as a PDF of its own size.',
    params: DeviceParams,
    output: Download,
    errors: ['notFound'],
  },
})
