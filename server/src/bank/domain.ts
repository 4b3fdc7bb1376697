import type { Domain } from '#platform/domain.ts'
import { bankJobs } from './jobs.ts'
import { bankMails } from './mails.ts'
import { bankPersonalData, bankRetentions } from './personal-data.ts'
import { bankRoutes } from './routes.ts'

export const bankDomain: Domain = {
  name: 'bank',
  tables: ['bank_columns', 'bank_imports', 'bank_lines', 'bank_payers', 'bank_mandates', 'debit_runs', 'debits'],
  routes: bankRoutes,
  jobs: bankJobs,
  mails: Object.values(bankMails),
  personalData: bankPersonalData,
  retentions: bankRetentions,
}
