import type { Domain } from '#platform/domain.ts'
import { ledgerChecks } from './checks.ts'
import { memberbucksPersonalData } from './personal-data.ts'
import { memberbucksRoutes } from './routes.ts'

export const memberbucksDomain: Domain = {
  name: 'memberbucks',
  tables: ['balances', 'ledger_entries'],
  routes: memberbucksRoutes,
  checks: ledgerChecks,
  personalData: memberbucksPersonalData,
}
