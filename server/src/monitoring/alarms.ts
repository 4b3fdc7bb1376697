import { sql } from 'kysely'
import { type NewLine, queueLines } from '#platform/chat/queue-lines.ts'
import type { Ctx, ReadingCtx } from '#platform/ctx.ts'
import { type Work, record, within } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { listStaffWith } from '../auth/accounts.ts'
import { isOffline } from '../devices/rules.ts'
import { type MessageAddressee, queueMail, messagesChanged } from '../messages/outbox.ts'
import { type SilentDevice, type FleetMail, fleetMails } from './mails.ts'
import { describeSilence, watchedSince, type AlarmMove, moveAlarm } from './rules.ts'

/** Who is emailed about silent devices: the address of the settings, or else all staff with the permission for devices. */
export const listAlarmAddresses = async (ctx: ReadingCtx): Promise<MessageAddressee[]> => {
  const address = await ctx.settings.get('DEVICE_ALARM_ADDRESS')
  if (address !== '') return [{ to: address, memberId: null }]
  return listStaffWith(ctx, 'devices')
}

export type AlarmedDevice = SilentDevice & { id: number; isHidden: boolean }

/** Above it a chat hears one line for all. */
const mostLines = 5

const namesOf = (devices: readonly AlarmedDevice[]) => devices.map(({ name }) => name).join(', ')

/** What chats hear; nothing of devices that are hidden from members. */
const linesOf = (input: { silent: readonly AlarmedDevice[]; back: readonly AlarmedDevice[]; at: Date }): NewLine[] => {
  const happenedAt = input.at
  const shown = (devices: readonly AlarmedDevice[]) => devices.filter(({ isHidden }) => !isHidden)
  const [silent, back] = [shown(input.silent), shown(input.back)]
  const silentLines = silent.map(
    ({ name, silentMs }) => `${name} is offline: not heard of for ${describeSilence(silentMs)}.`,
  )
  const backLines = back.map(({ name }) => `${name} is back online.`)
  const all = {
    silent: `${silent.length} devices are offline: ${namesOf(silent)}`,
    back: `${back.length} devices are back online: ${namesOf(back)}`,
  }
  return [
    ...(silent.length > mostLines ? [all.silent] : silentLines).map((words) => ({
      words,
      tone: 'bad' as const,
      happenedAt,
    })),
    ...(back.length > mostLines ? [all.back] : backLines).map((words) => ({
      words,
      tone: 'good' as const,
      happenedAt,
    })),
  ]
}

/** Mails and says in the chats which devices fell silent and which are back: one message each, however many they are. */
export const notifyStaff = async (
  work: Work,
  input: { silent: readonly AlarmedDevice[]; back: readonly AlarmedDevice[] },
): Promise<Notice[]> => {
  const { ctx } = work
  const { silent, back } = input
  if (silent.length + back.length === 0) return []
  const recipients = await listAlarmAddresses(within(work))
  const mails: [FleetMail, readonly AlarmedDevice[]][] = [
    ['devicesSilent', silent],
    ['devicesBack', back],
  ]
  for (const [template, devices] of mails) {
    if (devices.length === 0) continue
    const mail = await writeMail(ctx, fleetMails[template], devices)
    for (const envelope of recipients) await queueMail(work, { mail, envelope })
  }
  await queueLines(work, linesOf({ silent, back, at: ctx.now() }))
  return [messagesChanged]
}

/** Locks the watch until the transaction ends, so that two processes never send the same alarm. */
const lockWatch = async ({ tx, now }: Work): Promise<Date> => {
  const watch = await tx.selectFrom('fleet_watch').selectAll().forUpdate().executeTakeFirst()
  const since = watchedSince(watch ? { since: watch.watched_since, at: watch.watched_at } : null, now)
  await tx
    .insertInto('fleet_watch')
    .values({ watched_since: since, watched_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ watched_since: since, watched_at: now }))
    .execute()
  return since
}

const listWatched = ({ tx }: Work) =>
  tx
    .selectFrom('devices as d')
    .leftJoin('device_alarms as a', 'a.device_id', 'd.id')
    .select(['d.id', 'd.name', 'd.is_hidden', 'd.last_seen_at', 'a.alarmed_at', 'a.back_since'])
    .where('d.removed_at', 'is', null)
    .where('d.is_authorised', '=', true)
    .where('d.reports_online_status', '=', true)
    .where('d.last_seen_at', 'is not', null)
    .orderBy(sql`lower(d.name)`)
    .limit(2000)
    .execute()

type WatchedDevice = Awaited<ReturnType<typeof listWatched>>[number]

type AlarmStep = NonNullable<AlarmMove>

const steps = ['alarm', 'return', 'relapse', 'back'] as const satisfies AlarmStep[]

const moveOf = (device: WatchedDevice, facts: { now: Date; since: Date; silentMs: number }): AlarmMove => {
  const { last_seen_at: lastSeenAt, alarmed_at: alarmedAt, back_since: backSince } = device
  if (lastSeenAt === null) return null
  return moveAlarm({ lastSeenAt, isOffline: isOffline(lastSeenAt, facts.now), alarmedAt, backSince }, facts)
}

const storeStep = async ({ tx, now }: Work, input: { step: AlarmStep; devices: readonly WatchedDevice[] }) => {
  const { step, devices } = input
  if (devices.length === 0) return
  const ids = devices.map(({ id }) => id)
  const isOneOfThem = sql<boolean>`device_id = any(${ids}::int[])`
  switch (step) {
    case 'alarm':
      await tx
        .insertInto('device_alarms')
        .values(ids.map((id) => ({ device_id: id, alarmed_at: now })))
        .execute()
      return
    case 'return':
    case 'relapse':
      await tx
        .updateTable('device_alarms')
        .set({ back_since: step === 'return' ? now : null })
        .where(isOneOfThem)
        .execute()
      return
    case 'back':
      await tx.deleteFrom('device_alarms').where(isOneOfThem).execute()
  }
}

const msBetween = (from: Date | null, to: Date | null) => (to?.getTime() ?? 0) - (from?.getTime() ?? 0)

/** Forgets the alarms of devices that were removed, are no longer authorised or no longer report. */
const forgetOthers = ({ tx }: Work) =>
  tx
    .deleteFrom('device_alarms as a')
    .using('devices as d')
    .whereRef('d.id', '=', 'a.device_id')
    .where((is) =>
      is.or([
        is('d.removed_at', 'is not', null),
        is('d.is_authorised', '=', false),
        is('d.reports_online_status', '=', false),
      ]),
    )
    .execute()

const asAlarmed = (one: WatchedDevice, silentMs: number): AlarmedDevice => ({
  id: one.id,
  name: one.name,
  isHidden: one.is_hidden,
  silentMs,
})

/**
 * Tells staff of devices that fall silent and of those that are back: once for each outage, all of a minute together.
 * Messages and alarms are stored in one transaction, so a portal that dies loses none and repeats none.
 */
export const watchFleet = (ctx: Ctx): Promise<void> =>
  record(ctx, async (work) => {
    const { ENABLE_DEVICE_ALARMS: isOn, DEVICE_ALARM_MINUTES: minutes } = await ctx.settings.all()
    if (isOn) await forgetOthers(work)
    // A portal without devices would write that it watches, every minute.
    if ((await listWatched(work)).length === 0) return { result: undefined }
    const since = await lockWatch(work)
    if (!isOn) return { result: undefined }
    const moved = (await listWatched(work)).flatMap((device) => {
      const move = moveOf(device, { now: work.now, since, silentMs: minutes * 60_000 })
      return move === null ? [] : [{ device, move }]
    })
    const devicesThat = (move: AlarmStep) => moved.flatMap((one) => (one.move === move ? [one.device] : []))
    for (const step of steps) await storeStep(work, { step, devices: devicesThat(step) })
    const silent = devicesThat('alarm').map((one) =>
      asAlarmed(one, Math.max(minutes * 60_000, msBetween(one.last_seen_at, work.now))),
    )
    // It was silent for a while before the alarm.
    const back = devicesThat('back').map((one) =>
      asAlarmed(one, msBetween(one.alarmed_at, one.back_since) + minutes * 60_000),
    )
    return { result: undefined, tell: await notifyStaff(work, { silent, back }) }
  })
