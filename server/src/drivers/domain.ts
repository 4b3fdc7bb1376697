import type { Domain } from '#platform/domain.ts'
import { driverRoutes } from './routes.ts'

export const driversDomain: Domain = {
  name: 'drivers',
  tables: ['device_drivers'],
  routes: driverRoutes,
}
