import { randomUUID } from 'node:crypto'
import { openingsApi } from '@spacekeeper/contract/openings/routes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { refusePast } from '#platform/http/past-days.ts'
import { sweep } from '#platform/sweep.ts'
import { tellFollowers } from './followers.ts'
import { canAnnounce, mayOpen, openingNotices } from './key-holders.ts'
import { describeTimes, readTimes, repeatWeekly, type ReadTimes, timesOf, type WantedTimes } from './opening-times.ts'

/** A member plans so many at most. */
const mostComing = 60

const placeOf = async (ctx: Ctx) => {
  const { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: locale } = await ctx.settings.all()
  return { zone, locale }
}

const timesOrThrow = (wanted: WantedTimes, clock: { now: Date; zone: string }): ReadTimes => {
  const times = readTimes(wanted, clock)
  if ('field' in times) throw badField(times.field, times.message)
  return times
}

/** Two at the same time by one member are one tap too many. */
const refuseOverlaps = async (
  { tx }: Work,
  input: { memberId: number; times: readonly ReadTimes[]; besides?: number },
) => {
  const { memberId, times, besides = 0 } = input
  // One at a time, or two taps would both find nothing.
  await sql`select pg_advisory_xact_lock(hashtext('openings'), ${memberId}::int)`.execute(tx)
  const rows = await tx
    .selectFrom('openings')
    .select(['starts_at', 'ends_at'])
    .where('member_id', '=', memberId)
    .where('id', '!=', besides)
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', times[0]?.startsAt ?? new Date(0))
    .execute()
  const isTaken = times.some((one) => rows.some((row) => row.starts_at < one.endsAt && one.startsAt < row.ends_at))
  if (isTaken) throw badField('from', 'There is an opening of the same key-holder at this time already.')
  if (rows.length + times.length > mostComing) throw badField('weeks', `At most ${mostComing} openings can be planned.`)
}

const subjectOf = (openingId: number, name: string) => ({
  subject: { kind: 'opening', id: openingId },
  data: { name },
  tell: openingNotices,
})

/** Announces that the caller opens the space, once or for some weeks in a row. */
export const announceOpening = async (
  ctx: Ctx,
  { weeks, note, ...wanted }: WantedTimes & { weeks: number; note: string },
): Promise<{ openingId: number; count: number }> => {
  const { id: memberId } = memberOf(ctx)
  if (!(await canAnnounce(ctx))) throw new AppError('notKeyHolder')
  const place = await placeOf(ctx)
  const clock = { now: ctx.now(), zone: place.zone }
  const first = timesOrThrow(wanted, clock)
  const times = weeks === 1 ? [first] : repeatWeekly(wanted, weeks, clock)
  const series = weeks === 1 ? null : randomUUID()
  return change(ctx, 'opening.announced', async (work) => {
    await refuseOverlaps(work, { memberId, times })
    const rows = await work.tx
      .insertInto('openings')
      .values(
        times.map(({ startsAt, endsAt }) => ({
          member_id: memberId,
          series,
          starts_at: startsAt,
          ends_at: endsAt,
          note: note.trim(),
          created_at: ctx.now(),
        })),
      )
      .returning('id')
      .execute()
    const openingId = Math.min(...rows.map(({ id }) => id))
    await tellFollowers(work, { kind: 'announced', openingId, ...first, count: times.length })
    const { data, ...others } = subjectOf(openingId, describeTimes(first, place))
    return { result: { openingId, count: times.length }, ...others, data: { ...data, count: times.length } }
  })
}

/** An opening that the caller may change, locked. That of another member is there for staff who look after access only. */
const lockOwn = async ({ tx, ctx }: Work, openingId: number) => {
  const { id, permissions } = memberOf(ctx)
  const row = await tx.selectFrom('openings').selectAll().where('id', '=', openingId).forUpdate().executeTakeFirst()
  if (!row || (row.member_id !== id && !permissions.includes('access'))) throw new AppError('notFound')
  if (row.cancelled_at !== null || row.ends_at <= ctx.now()) throw new AppError('openingOver')
  return row
}

/** Changes when an opening is, or its note. */
export const moveOpening = async (
  ctx: Ctx,
  { openingId, note, ...wanted }: WantedTimes & { openingId: number; note: string },
): Promise<void> => {
  const place = await placeOf(ctx)
  const times = timesOrThrow(wanted, { now: ctx.now(), zone: place.zone })
  await change(ctx, 'opening.moved', async (work) => {
    const row = await lockOwn(work, openingId)
    const before = timesOf({ startsAt: row.starts_at, endsAt: row.ends_at }, place.zone)
    await refusePast(ctx, openingsApi.move, { input: wanted, before })
    const isMoved =
      row.starts_at.getTime() !== times.startsAt.getTime() || row.ends_at.getTime() !== times.endsAt.getTime()
    if (!isMoved && row.note === note.trim()) return unchanged(undefined)
    await refuseOverlaps(work, { memberId: row.member_id, times: [times], besides: openingId })
    await work.tx
      .updateTable('openings')
      .set({
        starts_at: times.startsAt,
        ends_at: times.endsAt,
        note: note.trim(),
        ...(isMoved && { planned_for: null }),
      })
      .where('id', '=', openingId)
      .execute()
    if (isMoved) await tellFollowers(work, { kind: 'moved', openingId, ...times, count: 1 })
    return { result: undefined, ...subjectOf(openingId, describeTimes(times, place)) }
  })
}

/** The key-holder is late. Said again, it counts from when the opening stands now. */
export const sayLate = async (ctx: Ctx, input: { openingId: number; minutes: number }): Promise<void> => {
  const { openingId, minutes } = input
  const place = await placeOf(ctx)
  await change(ctx, 'opening.late', async (work) => {
    const row = await lockOwn(work, openingId)
    const times = { startsAt: new Date(row.starts_at.getTime() + minutes * 60_000), endsAt: row.ends_at }
    if (times.startsAt >= times.endsAt) throw badField('minutes', 'It would be over by then. Cancel it instead.')
    await work.tx
      .updateTable('openings')
      .set({ starts_at: times.startsAt, planned_for: row.planned_for ?? row.starts_at })
      .where('id', '=', openingId)
      .execute()
    await tellFollowers(work, { kind: 'late', openingId, ...times, count: 1 })
    return { result: undefined, ...subjectOf(openingId, describeTimes(times, place)) }
  })
}

/** Cancels an opening, or with it the later ones of its series. */
export const cancelOpening = async (
  ctx: Ctx,
  { openingId, isWithLater }: { openingId: number; isWithLater: boolean },
): Promise<void> => {
  const place = await placeOf(ctx)
  await change(ctx, 'opening.cancelled', async (work) => {
    const row = await lockOwn(work, openingId)
    const cancelled = await work.tx
      .updateTable('openings')
      .set({ cancelled_at: ctx.now() })
      .where('cancelled_at', 'is', null)
      .where('ends_at', '>', ctx.now())
      .where((is) =>
        is.or([
          is('id', '=', openingId),
          ...(isWithLater && row.series !== null
            ? [is.and([is('series', '=', row.series), is('starts_at', '>=', row.starts_at)])]
            : []),
        ]),
      )
      .returning('id')
      .execute()
    const times = { startsAt: row.starts_at, endsAt: row.ends_at }
    const { length: count } = cancelled
    await tellFollowers(work, { kind: 'cancelled', openingId, ...times, count })
    const { data, ...others } = subjectOf(openingId, describeTimes(times, place))
    return { result: undefined, ...others, data: { ...data, count } }
  })
}

const mostEnded = 200

/** Cancels what is still to come of members who may no longer open: they left, were suspended or gave the key back. */
export const endOpenings = async (ctx: Ctx): Promise<void> => {
  const [place, isByMembers] = [await placeOf(ctx), await ctx.settings.get('OPENINGS_BY_MEMBERS')]
  const rows = await ctx.db
    .selectFrom('openings as o')
    .innerJoin('members as m', 'm.id', 'o.member_id')
    .select(['o.id', 'o.starts_at as startsAt', 'o.ends_at as endsAt'])
    .where('o.cancelled_at', 'is', null)
    .where('o.ends_at', '>', ctx.now())
    .where(sql<boolean>`not ${mayOpen(isByMembers)}`)
    .orderBy('o.starts_at')
    .limit(mostEnded)
    .execute()
  await sweep(ctx, rows, {
    what: 'openings',
    nameOf: ({ id }) => `opening ${id}`,
    work: async ({ id, ...times }) => {
      await change(ctx, 'opening.ended', async (work) => {
        const { numUpdatedRows } = await work.tx
          .updateTable('openings')
          .set({ cancelled_at: ctx.now() })
          .where('id', '=', id)
          .where('cancelled_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return unchanged(undefined)
        await tellFollowers(work, { kind: 'cancelled', openingId: id, ...times, count: 1 })
        return { result: undefined, ...subjectOf(id, describeTimes(times, place)) }
      })
    },
  })
}
