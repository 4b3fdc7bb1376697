import type { Domain } from '#platform/domain.ts'
import { bankChecks } from './checks.ts'
import { bankJobs } from './jobs.ts'
import { bankMails } from './mails.ts'
import { bankPersonalData, bankRetentions } from './personal-data.ts'
import { bankRoutes } from './routes.ts'

export const bankDomain: Domain = {
  name: 'bank',
  tables: [
    'bank_columns',
    'bank_imports',
    'bank_lines',
    'bank_line_parts',
    'bank_payers',
    'bank_undos',
    'bank_own_accounts',
    'bank_mandates',
    'debit_runs',
    'debits',
    'debit_clearings',
  ],
  routes: bankRoutes,
  jobs: bankJobs,
  checks: bankChecks,
  mails: Object.values(bankMails),
  personalData: bankPersonalData,
  retentions: bankRetentions,
}
