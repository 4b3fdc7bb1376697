import { labelsApi } from '@spacekeeper/contract/labels/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { labelFile } from '#platform/pdf/label-file.ts'
import { measureLabel } from '#platform/pdf/pdf-files.ts'
import { deviceLabel, ticketLabel } from './thing-labels.ts'
import { createTicket, extendTicket, getTicket, listAllTickets, listOwnTickets, removeTicket } from './tickets.ts'

export const labelRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: labelsApi,
    handlers: {
      listTickets: ({ ctx }) => listOwnTickets(ctx),
      createTicket: ({ ctx, input }) => createTicket(ctx, input),
      getTicket: ({ ctx, input }) => getTicket(ctx, input.number),
      extendTicket: ({ ctx, input }) => extendTicket(ctx, input),
      removeTicket: ({ ctx, input }) => removeTicket(ctx, input.number),
      drawTicketLabel: async ({ ctx, input }) => measureLabel(await ticketLabel(ctx, input.number)),
      downloadTicketLabel: async ({ ctx, input }) =>
        labelFile(await ticketLabel(ctx, input.number), `ticket-${input.number}`),
      listAllTickets: ({ ctx, input }) => listAllTickets(ctx, input),
      drawDeviceLabel: async ({ ctx, input }) => measureLabel(await deviceLabel(ctx, input.deviceId)),
      downloadDeviceLabel: async ({ ctx, input }) =>
        labelFile(await deviceLabel(ctx, input.deviceId), `device-${input.deviceId}`),
    },
  })
