import { storageApi } from '@spacekeeper/contract/storage/routes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { refusePast } from '#platform/http/past-days.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Day } from '#platform/local-day.ts'
import { lockMember } from '../members/member-row.ts'
import { mailStorageJob } from './mails.ts'
import { lockHeldPlace, lockPlace, noHolder, storageNotices } from './place-row.ts'

const lockFreePlace = async (work: Work, placeId: number) => {
  const place = await lockPlace(work, placeId)
  if (place.holder_id !== null) throw new AppError('placeHeld')
  if (place.is_out_of_use) throw new AppError('placeOutOfUse')
  return place
}

/** Gives a free place to a member, who no longer waits for one then, and tells them. */
export const assignPlace = async (
  ctx: Ctx,
  { placeId, memberId, untilOn }: { placeId: number; memberId: number; untilOn: Day | null },
): Promise<void> => {
  await change(ctx, 'storage.assigned', async (work) => {
    await lockMember(work, memberId)
    const { code } = await lockFreePlace(work, placeId)
    await work.tx
      .updateTable('storage_places')
      .set({ holder_id: memberId, held_since: ctx.now(), until_on: untilOn })
      .where('id', '=', placeId)
      .execute()
    await work.tx.deleteFrom('storage_requests').where('member_id', '=', memberId).execute()
    await addJob(work, mailStorageJob, { placeId, memberId, occasion: 'assigned' })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { place: code, placeId, untilOn },
      tell: storageNotices(memberId),
    }
  })
}

/** Another last day begins the reminders anew. */
export const extendPlace = async (
  ctx: Ctx,
  { placeId, untilOn }: { placeId: number; untilOn: Day | null },
): Promise<void> => {
  await change(ctx, 'storage.extended', async (work) => {
    const { code, holderId, until_on: before } = await lockHeldPlace(work, placeId)
    if (before === untilOn) return unchanged(undefined)
    await refusePast(ctx, storageApi.extend, { input: { untilOn } })
    await work.tx
      .updateTable('storage_places')
      .set({ until_on: untilOn, reminded: null })
      .where('id', '=', placeId)
      .execute()
    await addJob(work, mailStorageJob, { placeId, memberId: holderId, occasion: 'extended' })
    return {
      result: undefined,
      subject: { kind: 'member', id: holderId },
      data: { place: code, placeId, changes: { untilOn: { from: before, to: untilOn } } },
      tell: storageNotices(holderId),
    }
  })
}

/** Two moves at once lock their places in the same order. */
const lockBoth = async (work: Work, { placeId, toId }: { placeId: number; toId: number }) => {
  for (const id of [placeId, toId].toSorted((a, b) => a - b)) await lockPlace(work, id)
  return { from: await lockHeldPlace(work, placeId), to: await lockFreePlace(work, toId) }
}

export const movePlace = (ctx: Ctx, input: { placeId: number; toId: number }): Promise<void> =>
  change(ctx, 'storage.moved', async (work) => {
    const { placeId, toId } = input
    const { from, to } = await lockBoth(work, input)
    const { holderId, held_since, until_on, reminded, clear_by, to_clear_since } = from
    await work.tx.updateTable('storage_places').set(noHolder).where('id', '=', placeId).execute()
    await work.tx
      .updateTable('storage_places')
      .set({ holder_id: holderId, held_since, until_on, reminded, clear_by, to_clear_since })
      .where('id', '=', toId)
      .execute()
    await addJob(work, mailStorageJob, { placeId: toId, memberId: holderId, occasion: 'moved' })
    return {
      result: undefined,
      subject: { kind: 'member', id: holderId },
      data: { place: to.code, placeId: toId, from: from.code },
      tell: storageNotices(holderId),
    }
  })

/** The place is empty again. */
export const releasePlace = (ctx: Ctx, placeId: number): Promise<void> =>
  change(ctx, 'storage.released', async (work) => {
    const { code, holderId } = await lockHeldPlace(work, placeId)
    await work.tx.updateTable('storage_places').set(noHolder).where('id', '=', placeId).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: holderId },
      data: { place: code, placeId },
      tell: storageNotices(holderId),
    }
  })
