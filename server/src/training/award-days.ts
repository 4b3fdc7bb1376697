import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, record, unchanged } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type Day, localDay } from '#platform/local-day.ts'
import { awardNotices, endsOn } from './award-facts.ts'
import { mailAwardJob } from './mails.ts'

/** So many awards go in one transaction. */
const mostAtOnce = 200

type LocalNow = { zone: string; today: Day }

/** Keeps the last day on which members used what asks for a certificate that ends unused: swipes are not kept for ever. */
const noteUses = (ctx: Ctx, zone: string): Promise<void> =>
  record(ctx, async ({ tx }) => {
    await sql`
      update awards a set used_on = u.day from (
        select a.id, max((x.at at time zone ${zone}::text)::date) as day
        from awards a
        join certificates c on c.id = a.certificate_id and c.unused_days is not null
        join certificate_requirements q on q.certificate_id = c.id
        cross join lateral (
          (select s.started_at as at from interlock_sessions s
            where s.member_id = a.member_id and s.device_id = q.device_id order by s.started_at desc limit 1)
          union all
          (select w.swiped_at from swipes w
            where w.member_id = a.member_id and w.device_id = q.device_id and w.outcome = 'granted'
            order by w.id desc limit 1)
        ) x
        where a.ended_at is null
        group by a.id
      ) u where u.id = a.id and a.ended_at is null and (a.used_on is null or a.used_on < u.day)`.execute(tx)
    return { result: undefined }
  })

type DueAward = { id: number; member_id: number; certificate: string; kind: 'expired' | 'unused' }

/** Ends what is over by this day; how many those were. Members with an active membership are told. */
const endDue = (ctx: Ctx, { zone, today }: LocalNow): Promise<number> =>
  change(ctx, 'certificate.expired', async (work) => {
    const { rows } = await sql<DueAward & { is_active: boolean }>`
      update awards x set ended_at = ${ctx.now()}, end_kind = due.kind from (
        select a.id, c.name as certificate, m.state = 'active' as is_active,
          case when a.expires_on <= ${today}::date then 'expired' else 'unused' end as kind
        from awards a join certificates c on c.id = a.certificate_id join members m on m.id = a.member_id
        where a.ended_at is null and ${endsOn(zone)} <= ${today}::date
        order by a.id limit ${mostAtOnce} for no key update of a skip locked
      ) due where x.id = due.id
      returning x.id, x.member_id, due.certificate, due.kind, due.is_active`.execute(work.tx)
    for (const { id, is_active } of rows)
      if (is_active) await addJob(work, mailAwardJob, { awardId: id, occasion: 'ended' })
    const [first, ...others] = rows.map(({ id, member_id, certificate, kind }) => ({
      subject: { kind: 'member', id: member_id },
      data: { certificate, awardId: id, kind },
    }))
    if (!first) return unchanged(0)
    const memberIds = [...new Set(rows.map(({ member_id }) => member_id))]
    return { ...first, also: others, tell: awardNotices(memberIds), result: rows.length }
  })

/** The reminder that is due: the nearest to the end of those whose day has come since the award. */
const dueReminder = ({ zone, today }: LocalNow): RawBuilder<number | null> =>
  sql<number | null>`(
    select min(r) from unnest(c.remind_days) r
    where r >= ${endsOn(zone)} - ${today}::date
      and r < ${endsOn(zone)} - (a.at at time zone ${zone}::text)::date)`

/** Reminds members, once for each of the days a certificate names; of several that were missed, once. */
const remind = (ctx: Ctx, local: LocalNow): Promise<number> =>
  record(ctx, async (work) => {
    // A use moved the end away again: the reminders begin anew.
    await sql`
      update awards a set reminded_days = null from certificates c
      where c.id = a.certificate_id and a.ended_at is null and a.reminded_days is not null
        and ${endsOn(local.zone)} - ${local.today}::date > a.reminded_days`.execute(work.tx)
    const { rows } = await sql<{ id: number }>`
      update awards x set reminded_days = due.days from (
        select a.id, ${dueReminder(local)} as days
        from awards a join certificates c on c.id = a.certificate_id join members m on m.id = a.member_id
        where a.ended_at is null and m.state = 'active' and ${endsOn(local.zone)} > ${local.today}::date
          and ${dueReminder(local)} < coalesce(a.reminded_days, 100000)
        order by a.id limit ${mostAtOnce} for no key update of a skip locked
      ) due where x.id = due.id returning x.id`.execute(work.tx)
    for (const { id } of rows) await addJob(work, mailAwardJob, { awardId: id, occasion: 'ending' })
    return { result: rows.length }
  })

/**
 * What the day brings for certificates. It may run as often as it likes. Whether a card works does not wait for it: the
 * rule and the lists of doors look at the day themselves.
 */
export const followAwards = async (ctx: Ctx): Promise<void> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const local = { zone, today: localDay(ctx.now(), zone) }
  await noteUses(ctx, zone)
  while ((await endDue(ctx, local)) === mostAtOnce);
  while ((await remind(ctx, local)) === mostAtOnce);
}
