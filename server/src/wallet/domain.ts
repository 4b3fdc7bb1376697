import type { Domain } from '#platform/domain.ts'
import { walletChecks } from './checks.ts'
import { walletJobs } from './jobs.ts'
import { walletLeavingStep } from './leaving-step.ts'
import { walletPersonalData, walletRetentions } from './personal-data.ts'
import { walletRoutes } from './routes.ts'

export const walletDomain: Domain = {
  name: 'wallet',
  tables: ['wallet_passes', 'wallet_devices'],
  routes: walletRoutes,
  jobs: walletJobs,
  checks: walletChecks,
  personalData: walletPersonalData,
  retentions: walletRetentions,
  leavingSteps: [walletLeavingStep],
}
