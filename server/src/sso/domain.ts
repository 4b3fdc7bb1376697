import type { Domain } from '#platform/domain.ts'
import { ssoChecks } from './checks.ts'

/** Logging in to a Discourse forum; the route is the login of accounts. */
export const ssoDomain: Domain = { name: 'sso', checks: ssoChecks }
