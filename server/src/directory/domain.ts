import type { Domain } from '#platform/domain.ts'
import { directoryRoutes } from './routes.ts'

export const directoryDomain: Domain = {
  name: 'directory',
  tables: ['space_sensors', 'space_state'],
  routes: directoryRoutes,
}
