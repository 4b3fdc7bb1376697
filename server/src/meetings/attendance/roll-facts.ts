import { sql } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { AppError } from '#platform/http/app-error.ts'
import { type Day, localDay, startOfDay } from '#platform/local-day.ts'
import type { MeetingRow } from '../meeting-row.ts'
import { freezingDay, readPlanNames, type RollFacts, type RollRule } from './roll-rules.ts'

/** Queries run the same way inside and outside of a transaction. */
export type RollReading = ReadonlyKysely<Database> | Tx

/** For reading alone, within a transaction or not. */
const reading = (db: RollReading) => db as ReadonlyKysely<Database> // a transaction reads the same way

/** A meeting as stored. */
export const getMeetingRow = async (db: RollReading, meetingId: number): Promise<MeetingRow> => {
  const row = await reading(db).selectFrom('meetings').selectAll().where('id', '=', meetingId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

export type RollSettings = { rule: RollRule; zone: string; days: number }

export const rollSettingsOf = async ({ settings }: Pick<Ctx, 'settings'>): Promise<RollSettings> => {
  const site = await settings.all()
  return {
    rule: {
      states: site.MEETING_ROLL_STATES,
      months: site.MEETING_ROLL_MONTHS,
      plans: readPlanNames(site.MEETING_ROLL_PLANS),
    },
    zone: site.SITE_TIME_ZONE,
    days: site.MEETING_ROLL_DAYS,
  }
}

/** When the roll of a meeting is frozen: as its day begins where the space is. */
export const freezingTime = (startsAt: Date, { zone, days }: RollSettings): Date =>
  startOfDay(freezingDay(localDay(startsAt, zone), days), zone)

/** The day whose members a roll holds that is not frozen yet; of a day that is over, today. */
export const rollDay = (startsAt: Date, { settings, now }: { settings: RollSettings; now: Date }): Day => {
  const [day, today] = [freezingDay(localDay(startsAt, settings.zone), settings.days), localDay(now, settings.zone)]
  return day < today ? today : day
}

/** The names of the plans each member is on, alone or in a household. */
const plansOf = sql<string[]>`coalesce((
  select array_agg(distinct p.name) from subscriptions s join plans p on p.id = s.plan_id
  where s.state not in ('incomplete', 'ended') and (s.member_id = m.id or exists (
    select from household_people h where h.subscription_id = s.id and h.member_id = m.id and h.left_at is null
  ))), '{}')`

/** What decides whether members are on a roll; `rule.plans` says whether their plans have to be asked for. */
export const rollFactsQuery = (db: RollReading, rule: RollRule) =>
  reading(db)
    .selectFrom('members as m')
    .select(['m.id', 'm.state', 'm.suspended_at', 'm.first_joined_at'])
    .select((rule.plans.length > 0 ? plansOf : sql<string[]>`'{}'::text[]`).as('plans'))

type FactsRow = { state: string; suspended_at: Date | null; first_joined_at: Date | null; plans: string[] }

export const rollFactsOf = (row: FactsRow, zone: string): RollFacts => ({
  state: row.state,
  isSuspended: row.suspended_at !== null,
  joinedOn: row.first_joined_at && localDay(row.first_joined_at, zone),
  plans: row.plans,
})
