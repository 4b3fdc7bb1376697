import type { Domain } from '#platform/domain.ts'
import { doorRoutes } from './routes.ts'

export const doorsDomain: Domain = {
  name: 'doors',
  tables: ['door_lists'],
  routes: doorRoutes,
}
