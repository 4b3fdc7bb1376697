import { type MeetingType, meetingName, meetingTypes } from '@spacekeeper/contract/meetings/words.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import type { MeetingRow } from './meeting-row.ts'

/** What a letter says of a meeting, as it was when the letter was started. */
export const LetterFacts = z.object({
  meetingId: z.number().int(),
  type: z.enum(meetingTypes),
  ownName: z.string(),
  startsAt: z.iso.datetime(),
  minutesPlanned: z.number().int(),
  chair: z.string(),
  place: z.string(),
  link: z.string(),
  description: z.string(),
  items: z.array(z.string()),
  files: z.number().int(),
  sequence: z.number().int(),
  /** Why it was cancelled. */
  reason: z.string(),
  /** It is at another time than before. Letters of before this was kept do not say. */
  isMoved: z.boolean().default(false),
  /** Says that the roll is decided again. */
  isRollLapsed: z.boolean().default(false),
})

export type LetterFacts = z.infer<typeof LetterFacts>

export const nameOfLetter = ({ type, ownName }: { type: MeetingType; ownName: string }) =>
  meetingName({ type, name: ownName })

export const letterFactsOf = async (
  db: Ctx['db'] | Tx,
  row: MeetingRow,
  {
    reason = '',
    isMoved = false,
    isRollLapsed = false,
  }: Partial<Pick<LetterFacts, 'reason' | 'isMoved' | 'isRollLapsed'>> = {},
): Promise<LetterFacts> => {
  const items = await db
    .selectFrom('meeting_items')
    .select('title')
    .where('meeting_id', '=', row.id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const { files } = await db
    .selectFrom('meeting_files')
    .select(sql<number>`count(*)::int`.as('files'))
    .where('meeting_id', '=', row.id)
    .executeTakeFirstOrThrow()
  return {
    meetingId: row.id,
    type: row.type,
    ownName: row.name,
    startsAt: row.starts_at.toISOString(),
    minutesPlanned: row.minutes_planned,
    chair: row.chair,
    place: row.place,
    link: row.link,
    description: row.description,
    items: items.map(({ title }) => title),
    files,
    sequence: row.calendar_sequence,
    reason,
    isMoved,
    isRollLapsed,
  }
}
