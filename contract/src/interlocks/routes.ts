import { z } from 'zod'
import { commandRoutes } from '../devices/routes.ts'
import { Empty, Id, InterlockParams, routes } from '../route.ts'
import { HeldUse, MachinePrices } from './shapes.ts'

export const interlocksApi = routes({
  getPrices: {
    method: 'GET',
    path: '/api/admin/interlocks/:interlockId/prices/',
    access: 'staff.devices',
    summary: 'What the use of a machine costs, and its limits.',
    params: InterlockParams,
    output: MachinePrices,
    errors: ['notFound'],
  },
  setPrices: {
    method: 'PUT',
    path: '/api/admin/interlocks/:interlockId/prices/',
    access: 'staff.devices',
    summary: 'Changes what a machine costs and its limits, from the next use on. What is left out stays as it is.',
    params: InterlockParams,
    body: MachinePrices.partial(),
    output: Empty,
    errors: ['notFound'],
  },
  listHeldUses: {
    method: 'GET',
    path: '/api/admin/interlocks/held-uses/',
    access: ['staff.devices', 'staff.money'],
    summary: 'Uses that are not charged because their meter jumped by more than the machine can draw; the 100 oldest.',
    query: z.object({ interlockId: Id.optional() }),
    output: z.object({ uses: z.array(HeldUse) }),
  },
  decideHeldUse: {
    method: 'POST',
    path: '/api/admin/interlocks/held-uses/:useId/',
    access: ['staff.devices', 'staff.money'],
    feature: 'enableMemberBucks',
    summary: 'Charges such a use with the reading or without it, once. Only administrators decide about their own.',
    params: z.object({ useId: z.uuid() }),
    body: z.object({ isAccepted: z.boolean() }),
    output: z.object({ costCents: z.number().int() }),
    errors: ['notFound', 'ownBalance', 'alreadyDecided', 'machineInUse'],
  },
  ...commandRoutes('interlock', {
    path: '/api/access/interlocks/:interlockId/',
    params: InterlockParams,
    isForApiKeys: true,
  }),
})
