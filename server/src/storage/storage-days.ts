import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, record, type Work, unchanged } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type Day, localDay } from '#platform/local-day.ts'
import { beginSweep } from '#platform/sweep.ts'
import { isOverForGood } from '../billing/subscriptions/ended-members.ts'
import { mailStorageJob } from './mails.ts'
import { storageNotices } from './place-row.ts'
import { dueReminder, type PlaceMove, placeMove } from './rules.ts'

type StorageDay = { today: Day; graceDays: number; remindDays: number; overdueDays: number }

/** So many places are looked at in one query. */
const together = 500

const heldPlaces = (db: Pick<Ctx['db'], 'selectFrom'>) =>
  db
    .selectFrom('storage_places as p')
    .innerJoin('members as m', 'm.id', 'p.holder_id')
    .select(['p.id', 'p.code', 'p.until_on', 'p.reminded', 'p.clear_by', 'p.to_clear_since', 'm.closed_at'])
    .select(['m.id as memberId', isOverForGood.as('isOver')])

type HeldPlace = Awaited<ReturnType<ReturnType<typeof heldPlaces>['execute']>>[number]

const moveOf = (place: HeldPlace, { today, graceDays }: StorageDay): PlaceMove | null =>
  placeMove({
    isOver: place.isOver,
    isClosed: place.closed_at !== null,
    clearBy: place.clear_by,
    isToClear: place.to_clear_since !== null,
    today,
    graceDays,
  })

const reminderOf = (place: HeldPlace, day: StorageDay) =>
  place.isOver ? null : dueReminder({ ...day, untilOn: place.until_on, reminded: place.reminded })

const columnsOf = (move: PlaceMove, now: Date) => {
  if (move.to === 'clearing') return { clear_by: move.clearBy }
  return move.to === 'toClear' ? { to_clear_since: now } : { clear_by: null, to_clear_since: null }
}

/** As it is within the transaction: the holder may have come back, and staff may have released it. */
const lockHeld = ({ tx }: Work, placeId: number): Promise<HeldPlace | undefined> =>
  heldPlaces(tx).where('p.id', '=', placeId).forNoKeyUpdate('p').executeTakeFirst()

const makeMove = (ctx: Ctx, { placeId, day }: { placeId: number; day: StorageDay }): Promise<void> =>
  change(ctx, 'storage.clearing', async (work) => {
    const place = await lockHeld(work, placeId)
    const move = place && moveOf(place, day)
    if (!move) return unchanged(undefined)
    await work.tx.updateTable('storage_places').set(columnsOf(move, ctx.now())).where('id', '=', placeId).execute()
    const { memberId, code, clear_by: clearBy } = place
    await addJob(work, mailStorageJob, { placeId, memberId, occasion: move.to })
    return {
      event: `storage.${move.to}`,
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { place: code, placeId, clearBy: move.to === 'clearing' ? move.clearBy : clearBy },
      tell: storageNotices(memberId),
    }
  })

const remind = (ctx: Ctx, { placeId, day }: { placeId: number; day: StorageDay }): Promise<void> =>
  record(ctx, async (work) => {
    const place = await lockHeld(work, placeId)
    const occasion = place && reminderOf(place, day)
    if (!occasion) return { result: undefined }
    await work.tx.updateTable('storage_places').set({ reminded: occasion }).where('id', '=', placeId).execute()
    await addJob(work, mailStorageJob, { placeId, memberId: place.memberId, occasion })
    return { result: undefined, tell: storageNotices(place.memberId) }
  })

/**
 * What the day brings for storage: memberships that ended or came back, and reminders. It may run as often as it likes.
 * A place that can't be worked through holds up no other, and makes the run fail at its end.
 */
export const followStorage = async (ctx: Ctx): Promise<void> => {
  const settings = await ctx.settings.all()
  if (!settings.ENABLE_STORAGE) return
  const day: StorageDay = {
    today: localDay(ctx.now(), settings.SITE_TIME_ZONE),
    graceDays: settings.STORAGE_GRACE_DAYS,
    remindDays: settings.STORAGE_REMIND_DAYS,
    overdueDays: settings.STORAGE_OVERDUE_DAYS,
  }
  const sweep = beginSweep(ctx, 'storage')
  for (let after = 0; ;) {
    const places = await heldPlaces(ctx.db)
      .where(sql<boolean>`p.id > ${after}::int`)
      .orderBy('p.id')
      .limit(together)
      .execute()
    await sweep.each(places, {
      nameOf: ({ id }) => `place ${id}`,
      work: async (place) => {
        if (moveOf(place, day)) await makeMove(ctx, { placeId: place.id, day })
        if (reminderOf(place, day)) await remind(ctx, { placeId: place.id, day })
      },
    })
    if (places.length < together) break
    after = places.at(-1)?.id ?? after
  }
  sweep.end()
}
