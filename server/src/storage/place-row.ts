import type { Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'

/** A place that was not removed, locked until the transaction ends. */
export const lockPlace = async ({ tx }: Work, placeId: number) => {
  const place = await tx
    .selectFrom('storage_places')
    .selectAll()
    .where('id', '=', placeId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!place) throw new AppError('notFound')
  return place
}

export const lockHeldPlace = async (work: Work, placeId: number) => {
  const place = await lockPlace(work, placeId)
  const { holder_id: holderId } = place
  if (holderId === null) throw new AppError('placeFree')
  return { ...place, holderId }
}

/** What a free place has in its columns about a holder. */
export const noHolder = {
  holder_id: null,
  held_since: null,
  until_on: null,
  reminded: null,
  clear_by: null,
  to_clear_since: null,
} as const

/** Whose screens show places: those of staff, and of who holds one or waits for one. */
export const storageNotices = (...memberIds: readonly number[]) => [
  screens.notice({ topic: 'storage', audience: { staff: ['members'] } }),
  ...memberIds.map((memberId) => screens.notice({ topic: 'storage', audience: { memberId } })),
]
