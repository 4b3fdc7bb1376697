import type { Kysely } from 'kysely'
import { type Services, systemCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { changeSetting } from '../settings/settings.ts'
import { type CastMember, memberNamed } from './cast.ts'

/**
 * The advisor is on, so that members with a monthly plan read of a cheaper one. Pekka, who is late with a payment, had
 * cancelled a plan before: staff read that they may leave.
 */
export const seedAdvice = async (services: Services, cast: readonly CastMember[]): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // rows are written as they are
  await changeSetting(systemCtx(services), { key: 'ENABLE_PLAN_ADVISOR', value: true })
  const today = localDay(services.now(), await services.settings.get('SITE_TIME_ZONE'))
  const [from, to] = [addDays(today, -700), addDays(today, -640)]
  await db
    .insertInto('subscriptions')
    .values({
      member_id: memberNamed(cast, 'Pekka').id,
      plan_id: 1,
      state: 'ended',
      collector: 'cash',
      cost_cents: 6500,
      currency: 'AUD',
      interval: 'month',
      interval_count: 1,
      started_on: from,
      anchor_on: from,
      charged_through: to,
      paid_through: to,
      has_access: false,
      created_at: new Date(`${from}T01:00:00Z`),
      ended_at: new Date(`${to}T01:00:00Z`),
      ended_reason: 'cancelled',
    })
    .execute()
}
