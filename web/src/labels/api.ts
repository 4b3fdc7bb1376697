import type { TicketList } from '@spacekeeper/contract/labels/words.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const ticketsQuery = queryOptions({ ...apiQuery(api.labels.listTickets), meta: { live: 'tickets' } })

export const ticketQuery = (number: number) =>
  queryOptions({ ...apiQuery(api.labels.getTicket, { number }), meta: { live: 'tickets' } })

export const ticketLabelQuery = (number: number) => apiQuery(api.labels.drawTicketLabel, { number })

export const allTicketsQuery = (input: { list: TicketList; limit: number }) =>
  queryOptions({
    ...apiQuery(api.labels.listAllTickets, input),
    placeholderData: keepPreviousData,
    meta: { live: 'tickets' },
  })

export const deviceLabelQuery = (deviceId: number) => apiQuery(api.labels.drawDeviceLabel, { deviceId })

export const { downloadDeviceLabel } = api.labels

export const { createTicket, extendTicket, removeTicket, downloadTicketLabel } = api.labels
