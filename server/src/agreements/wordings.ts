import { sql } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Ctx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { type Day, localDay } from '#platform/local-day.ts'

type ReadDb = ReadonlyKysely<Database>

export const agreementsToday = async (ctx: Ctx): Promise<Day> =>
  localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))

/** The text of each agreement that is signed on a day: the latest written of those whose day has come. */
export const inForce = (today: Day) => sql<{ id: number }>`(
  select distinct on (v.agreement_id) v.id, v.agreement_id, v.number, v.title, v.text, v.text_hash, v.told_at, a.required_of
  from agreement_versions v join agreements a on a.id = v.agreement_id
  where a.archived_at is null and v.in_force_from <= ${today}::date
  order by v.agreement_id, v.number desc)`

/** Whether the agreement of a text `v` in force is for a row of `members`: for everyone, or for holders of its plans. */
export const isForMember = sql<boolean>`(v.required_of = 'everyone' or exists (
  select from agreement_plans ap join subscriptions s on s.plan_id = ap.plan_id and s.state <> 'ended'
  where ap.agreement_id = v.agreement_id and (s.member_id = members.id or exists (
    select from household_people h
    where h.subscription_id = s.id and h.member_id = members.id and h.left_at is null))))`

/** Which rows of `members` are asked to sign: who joins is asked by joining itself. */
export const isActive = sql<boolean>`(members.membership_state = 'active' and members.suspended_at is null and members.closed_at is null)`

/** Whether a row of `members` has signed a text `v`, and their guardian too where one has to. */
export const hasSigned = sql<boolean>`exists (
  select from agreement_signatures s left join guardian_requests g on g.id = s.guardian_request_id
  where s.version_id = v.id and s.member_id = members.id and (g.id is null or g.signed_at is not null))`

/** Signed by the member themselves; a guardian may still have to. */
const hasTyped = sql<boolean>`exists (
  select from agreement_signatures s where s.version_id = v.id and s.member_id = members.id)`

export type VisitorWording = { versionId: number; title: string; text: string }

/** What visitors are asked to agree to now, in the order it was written. */
export const listVisitorWordings = (db: ReadDb, today: Day): Promise<VisitorWording[]> =>
  readRows(
    { db },
    sql<VisitorWording>`(select v.id as "versionId", v.title, v.text from ${inForce(today)} v
      where v.required_of = 'visitors' order by v.agreement_id)`,
  )

export type DueWording = {
  versionId: number
  agreementId: number
  title: string
  text: string
  hash: Buffer
  /** They signed, and wait for their guardian. */
  isTyped: boolean
  /** They signed an earlier text. */
  isChanged: boolean
}

/** What a member has to sign now and has not, or their guardian has not, in the order it was written. */
export const listDueWordings = (
  db: ReadDb,
  { memberId, today }: { memberId: number; today: Day },
): Promise<DueWording[]> =>
  readRows(
    { db },
    sql<DueWording>`(select v.id as "versionId", v.agreement_id as "agreementId", v.title, v.text, v.text_hash as hash,
      ${hasTyped} as "isTyped",
      exists (select from agreement_signatures s join agreement_versions e on e.id = s.version_id
        where s.member_id = members.id and e.agreement_id = v.agreement_id and e.number < v.number) as "isChanged"
    from ${inForce(today)} v, members
    where members.id = ${memberId}::int and ${isForMember} and not ${hasSigned}
    order by v.agreement_id)`,
  )
