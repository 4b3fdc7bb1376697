import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { refuseOtherVersion, versionOf } from '#platform/text-version.ts'
import { lockUncancelled, meetingNotices, meetingSubject } from './meeting-row.ts'

/** Writes the minutes. Before a meeting they can be prepared; published ones change for everyone. */
export const writeMinutes = (
  ctx: Ctx,
  { meetingId, minutes, version }: { meetingId: number; minutes: string; version?: string | undefined },
): Promise<{ version: string }> =>
  change(ctx, 'meeting.minutesWritten', async (work) => {
    const row = await lockUncancelled(work, meetingId)
    const result = { version: versionOf(minutes) }
    if (row.minutes === minutes) return unchanged(result)
    refuseOtherVersion(version, row.minutes)
    if (row.minutes_published_at !== null && minutes.trim() === '')
      throw badField('minutes', 'Published minutes can’t be empty. Withdraw them first.')
    await work.tx.updateTable('meetings').set({ minutes }).where('id', '=', meetingId).execute()
    const { subject, data } = meetingSubject(row)
    return {
      result,
      subject,
      data: { ...data, characters: minutes.length, isPublished: row.minutes_published_at !== null },
      tell: meetingNotices,
    }
  })

/** Shows the minutes to all members, or withdraws them. */
export const publishMinutes = (
  ctx: Ctx,
  { meetingId, isPublished }: { meetingId: number; isPublished: boolean },
): Promise<void> =>
  change(ctx, isPublished ? 'meeting.minutesPublished' : 'meeting.minutesWithdrawn', async (work) => {
    const row = await lockUncancelled(work, meetingId)
    if ((row.minutes_published_at !== null) === isPublished) return unchanged(undefined)
    if (isPublished && row.minutes.trim() === '') throw badField('isPublished', 'Write the minutes first.')
    await work.tx
      .updateTable('meetings')
      .set({ minutes_published_at: isPublished ? ctx.now() : null })
      .where('id', '=', meetingId)
      .execute()
    return { result: undefined, ...meetingSubject(row), tell: meetingNotices }
  })
