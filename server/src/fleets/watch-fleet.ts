import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record, type Tx } from '#platform/db/change.ts'
import { isOffline } from '../devices/rules.ts'
import { moveAlarm, watchedSince, type AlarmMove } from './rules.ts'
import { tellStaff, type Told } from './tell-staff.ts'

/** Holds the watch until the transaction ends, so that two processes never tell the same. */
const lookOut = async (tx: Tx, now: Date): Promise<Date> => {
  const watch = await tx.selectFrom('fleet_watch').selectAll().forUpdate().executeTakeFirst()
  const since = watchedSince(watch ? { since: watch.watched_since, at: watch.watched_at } : null, now)
  await tx
    .insertInto('fleet_watch')
    .values({ watched_since: since, watched_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ watched_since: since, watched_at: now }))
    .execute()
  return since
}

const listWatched = (tx: Tx) =>
  tx
    .selectFrom('devices')
    .select(['id', 'name', 'is_hidden', 'last_seen_at', 'alarmed_at', 'back_since'])
    .where('removed_at', 'is', null)
    .where('is_authorised', '=', true)
    .where('reports_online_status', '=', true)
    .where('last_seen_at', 'is not', null)
    .orderBy(sql`lower(name)`)
    .limit(2000)
    .execute()

type Watched = Awaited<ReturnType<typeof listWatched>>[number]
type Move = NonNullable<AlarmMove>
const moves = ['alarm', 'return', 'relapse', 'back'] as const satisfies Move[]

const moveOf = (device: Watched, facts: { now: Date; since: Date; silentMs: number }): AlarmMove => {
  const { last_seen_at: lastSeenAt, alarmed_at: alarmedAt, back_since: backSince } = device
  if (lastSeenAt === null) return null
  return moveAlarm({ lastSeenAt, isOffline: isOffline(lastSeenAt, facts.now), alarmedAt, backSince }, facts)
}

const note = async (tx: Tx, input: { move: Move; devices: readonly Watched[]; now: Date }) => {
  const { move, devices, now } = input
  if (devices.length === 0) return
  const columns = {
    alarm: { alarmed_at: now, back_since: null },
    return: { back_since: now },
    relapse: { back_since: null },
    back: { alarmed_at: null, back_since: null },
  } as const satisfies Record<Move, object>
  const ids = devices.map(({ id }) => id)
  await tx
    .updateTable('devices')
    .set(columns[move])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
}

const msBetween = (from: Date | null, to: Date | null) => (to?.getTime() ?? 0) - (from?.getTime() ?? 0)

/** An alarm that nobody waits for any more is forgotten: the device was removed, or is not to report. */
const forgetOthers = (tx: Tx) =>
  tx
    .updateTable('devices')
    .set({ alarmed_at: null, back_since: null })
    .where('alarmed_at', 'is not', null)
    .where((is) =>
      is.or([
        is('removed_at', 'is not', null),
        is('is_authorised', '=', false),
        is('reports_online_status', '=', false),
      ]),
    )
    .execute()

const asTold = (one: Watched, silentMs: number): Told => ({
  id: one.id,
  name: one.name,
  isHidden: one.is_hidden,
  silentMs,
})

/**
 * Tells staff of devices that fall silent and of those that are back: once for each outage, all of a minute together.
 * Told and noted in one transaction, so a portal that dies tells neither nothing nor twice.
 */
export const watchFleet = (ctx: Ctx): Promise<void> =>
  record(ctx, async (tx) => {
    const now = ctx.now()
    const since = await lookOut(tx, now)
    const { ENABLE_DEVICE_ALARMS: isOn, DEVICE_ALARM_MINUTES: minutes } = await ctx.settings.all()
    if (!isOn) return { result: undefined }
    await forgetOthers(tx)
    const moved = (await listWatched(tx)).flatMap((device) => {
      const move = moveOf(device, { now, since, silentMs: minutes * 60_000 })
      return move === null ? [] : [{ device, move }]
    })
    const devicesThat = (move: Move) => moved.flatMap((one) => (one.move === move ? [one.device] : []))
    for (const move of moves) await note(tx, { move, devices: devicesThat(move), now })
    const silent = devicesThat('alarm').map((one) => asTold(one, msBetween(one.last_seen_at, now)))
    // It was silent for a while before anybody was told.
    const back = devicesThat('back').map((one) =>
      asTold(one, msBetween(one.alarmed_at, one.back_since) + minutes * 60_000),
    )
    return { result: undefined, tell: await tellStaff(tx, { ctx, silent, back }) }
  })
