import type { Domain } from '#platform/domain.ts'
import { memberbucksPersonalData } from './personal-data.ts'
import { memberbucksRoutes } from './routes.ts'

export const memberbucksDomain: Domain = {
  name: 'memberbucks',
  tables: ['balances', 'ledger_entries'],
  routes: memberbucksRoutes,
  personalData: memberbucksPersonalData,
}
