import type { Domain } from '#platform/domain.ts'
import { statisticsRoutes } from './routes.ts'

export const statisticsDomain: Domain = {
  name: 'statistics',
  routes: statisticsRoutes,
}
