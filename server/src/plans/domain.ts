import type { Domain } from '#platform/domain.ts'
import { plansRoutes } from './routes.ts'

export const plansDomain: Domain = {
  name: 'plans',
  tables: ['tiers', 'plans', 'coupons'],
  routes: plansRoutes,
}
