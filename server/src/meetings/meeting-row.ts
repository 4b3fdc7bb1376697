import {
  meetingName,
  meetingPhase,
  type MeetingPhase,
  type MeetingType,
  meetingTypeLabels,
} from '@spacekeeper/contract/meetings/words.ts'
import type { Selectable } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'

export type MeetingRow = Selectable<Database['meetings']>

/** A meeting as stored, locked until the transaction ends. */
export const lockMeeting = async ({ tx }: Work, meetingId: number): Promise<MeetingRow> => {
  const row = await tx.selectFrom('meetings').selectAll().where('id', '=', meetingId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** The same, unless it was cancelled: nothing of it changes any more. */
export const lockUncancelled = async (work: Work, meetingId: number): Promise<MeetingRow> => {
  const row = await lockMeeting(work, meetingId)
  if (row.cancelled_at !== null) throw new AppError('meetingCancelled')
  return row
}

/** For the `tell` of whatever changes a meeting. */
export const meetingNotices = [screens.notice({ topic: 'meetings', audience: 'everybody' })]

type TitledRow = { type: MeetingType; name: string }

export const nameOfMeeting = ({ type, name }: TitledRow): string => meetingName({ type, name })

/** What kind of meeting it is, in every shape in which that is read. */
export const typeFields = (value: MeetingType) => {
  const label = meetingTypeLabels[value]
  return { type: label, typeValue: value, meetingType: { label, value } }
}

type PhaseRow = { opened_at: Date | null; closed_at: Date | null; cancelled_at: Date | null }

export const phaseOfMeeting = (row: PhaseRow): MeetingPhase =>
  meetingPhase({ openedAt: row.opened_at, closedAt: row.closed_at, cancelledAt: row.cancelled_at })

/** It was opened, or its time has come. */
export const hasBegun = (row: Pick<MeetingRow, 'opened_at' | 'starts_at'>, now: Date): boolean =>
  row.opened_at !== null || row.starts_at <= now

/** How the audit names a meeting. */
export const meetingSubject = (row: TitledRow & { id: number }) => ({
  subject: { kind: 'meeting', id: row.id },
  data: { name: nameOfMeeting(row) },
})
