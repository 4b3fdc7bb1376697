import type { StripeConnection } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError, errorWords } from '#platform/http/app-error.ts'
import { isLiveKey } from '../client.ts'
import { type EndpointAtStripe, findEndpoint, wantedVersion, webhookAddress } from '../events/webhook-endpoint.ts'
import { findLastComparison } from './comparisons.ts'

type EventCounts = { lastReceivedAt: Date | null; waiting: number; failed: number }

/** Events that wait, and those of which the last try failed. */
export const countEvents = async (ctx: Ctx): Promise<EventCounts> => {
  const [row] = await readRows(
    ctx,
    sql<EventCounts>`select (select max(received_at) from stripe_events) as "lastReceivedAt",
      count(*)::int as waiting, count(*) filter (where failure is not null)::int as failed
    from stripe_events where handled_at is null and root_id is not null`,
  )
  return row ?? { lastReceivedAt: null, waiting: 0, failed: 0 }
}

const askEndpoint = async (ctx: Ctx): Promise<{ endpoint: EndpointAtStripe | null; problem: string }> => {
  try {
    return { endpoint: await findEndpoint(ctx), problem: '' }
  } catch (error) {
    if (error instanceof AppError) return { endpoint: null, problem: errorWords(error) }
    throw error
  }
}

const maySetUp = ({ actor }: Ctx): boolean => actor.kind === 'member' && actor.isAdmin

/** How the portal and Stripe are connected, as both say now. */
export const getConnection = async (ctx: Ctx): Promise<StripeConnection> => {
  const [settings, { endpoint, problem }, counts, last, version] = await Promise.all([
    ctx.settings.all(),
    askEndpoint(ctx),
    countEvents(ctx),
    findLastComparison(ctx),
    wantedVersion(),
  ])
  return {
    isLive: isLiveKey(settings.STRIPE_SECRET_KEY),
    hasWebhookSecret: settings.STRIPE_WEBHOOK_SECRET !== '',
    address: webhookAddress(ctx),
    wantedVersion: version,
    endpoint: endpoint && {
      version: endpoint.version,
      isEnabled: endpoint.isEnabled,
      missing: [...endpoint.missing],
    },
    problem,
    lastReceivedAt: counts.lastReceivedAt?.toISOString() ?? null,
    waiting: counts.waiting,
    failed: counts.failed,
    maySetUp: maySetUp(ctx),
    lastComparison: last,
  }
}
