import type { FastifyInstance } from 'fastify'
import type { Services } from './ctx.ts'
import type { Work } from './db/change.ts'
import type { Database } from './db/database.gen.ts'
import type { HealthCheck } from './health-check.ts'
import type { JobHandler } from './jobs/job.ts'
import type { LeavingStep } from './leaving-step.ts'
import type { MailTemplate } from './mail/mail-template.ts'
import type { GaugeGroup } from './metrics/gauges.ts'
import type { PersonalData } from './personal-data.ts'
import type { Retention } from './retention/retention.ts'

/** All that the portal is made of, for the few domains that speak for all others: samples of mails, a member's data. */
export type Domains = readonly Domain[]

/**
 * The tables of the platform itself.
 * @public scripts/structure/table-owners.ts reads it as text
 */
export const platformTables: readonly (keyof Database)[] = [
  'audit_events',
  'calendar_feeds',
  'chat_lines',
  'chat_webhooks',
  'daily_jobs',
  'installation',
  'installed_versions',
  'leases',
  'retention_runs',
]

/**
 * Everything a domain brings to the server. Each has one in its domain.ts, and src/domains.ts lists them; what clients
 * know of it, its routes, events, settings and live topics, is listed in the index.ts of the contract.
 */
export type Domain = {
  /** The name of its folder. */
  name: string
  /** Only this domain writes to them: `npm run check` reads them here, and docs/tables.md is written from them. */
  tables?: readonly (keyof Database)[]
  routes?: (app: FastifyInstance, services: Services, domains: Domains) => void
  jobs?: readonly JobHandler[]
  /** Every mail it writes; the outbox shows a sample of each. */
  mails?: readonly MailTemplate<never>[]
  personalData?: PersonalData
  /** What of its tables is not kept for ever; a nightly job deletes the rest. */
  retentions?: readonly Retention[]
  /** What the doctor looks at. */
  checks?: readonly HealthCheck[]
  /** Its figures, for Prometheus. */
  gauges?: readonly GaugeGroup[]
  /** What is due for members whose membership has ended for good. */
  leavingSteps?: readonly LeavingStep[]
  /** Runs in the transaction in which staff replace an email address that was never confirmed. */
  emailReplaced?: (work: Work, memberId: number) => Promise<void>
  /** Runs in the transaction in which staff ask for another email address in place of a confirmed one. */
  emailProposed?: (work: Work, change: { memberId: number; from: string; to: string }) => Promise<void>
}
