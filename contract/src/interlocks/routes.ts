import { commandRoutes } from '../devices/routes.ts'
import { InterlockParams, routes, Empty } from '../route.ts'
import { MachinePrices } from './shapes.ts'

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
  ...commandRoutes('interlock', {
    path: '/api/access/interlocks/:interlockId/',
    params: InterlockParams,
    isForApiKeys: true,
  }),
})
