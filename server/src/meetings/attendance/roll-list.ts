import type { MeetingRoll, RollRow } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { rollPageSize, rollReasonWords } from '@spacekeeper/contract/meetings/attendance-words.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import { writeCsv } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { matchWords, searchText } from '#platform/db/search-words.ts'
import { localDay } from '#platform/local-day.ts'
import { staffNameOf } from '#platform/shown-name.ts'
import { type MeetingRow, meetingSubject, nameOfMeeting, phaseOfMeeting } from '../meeting-row.ts'
import {
  getMeetingRow,
  freezingTime,
  rollDay,
  rollFactsOf,
  rollFactsQuery,
  type RollSettings,
  rollSettingsOf,
} from './roll-facts.ts'
import { rollReasonOf } from './roll-rules.ts'

/** Every account, and those on the frozen roll whose account was closed since. */
const rowsQuery = async (
  ctx: Ctx,
  { meeting, settings, text }: { meeting: MeetingRow; settings: RollSettings; text: string },
) => {
  const name = staffNameOf('m', await ctx.settings.get('SHOWN_NAME'))
  return rollFactsQuery(ctx.db, settings.rule)
    .leftJoin('meeting_roll as r', (on) => on.onRef('r.member_id', '=', 'm.id').on('r.meeting_id', '=', meeting.id))
    .leftJoin('meeting_roll_removals as x', (on) =>
      on.onRef('x.member_id', '=', 'm.id').on('x.meeting_id', '=', meeting.id),
    )
    .select([name.as('name'), 'r.member_id as onRoll', 'r.reason as addedFor', 'x.reason as removedFor'])
    .select((text === '' ? sql<boolean>`true` : matchWords(searchText(sql`${name}`), text)).as('isFound'))
    .where((is) => is.or([is('m.closed_at', 'is', null), is('r.member_id', 'is not', null)]))
    .orderBy(sql`lower(${name})`)
    .orderBy('m.id')
}

type RollQueryRow = Awaited<ReturnType<Awaited<ReturnType<typeof rowsQuery>>['execute']>>[number]

const describeRow = (row: RollQueryRow, input: { ctx: Ctx; meeting: MeetingRow; settings: RollSettings }): RollRow => {
  const { ctx, meeting, settings } = input
  const day = rollDay(meeting.starts_at, { settings, now: ctx.now() })
  const byRule = rollReasonOf(rollFactsOf(row, settings.zone), { rule: settings.rule, day })
  const isFrozen = meeting.roll_frozen_at !== null
  const isOn = isFrozen ? row.onRoll !== null : byRule === null
  const reason = isOn ? null : row.removedFor === null ? (byRule ?? 'late') : 'removed'
  const note = row.removedFor ?? row.addedFor ?? ''
  return { memberId: row.id, name: row.name, isOn, reason, isByHand: note !== '', note }
}

/** A roll in the order of names; the rule in memory, because there is only one of it. */
const readRoll = async (ctx: Ctx, { meetingId, text }: { meetingId: number; text: string }) => {
  const meeting = await getMeetingRow(ctx.db, meetingId)
  const settings = await rollSettingsOf(ctx)
  const rows = await (await rowsQuery(ctx, { meeting, settings, text })).execute()
  const all = rows.map((row) => ({ isFound: row.isFound, row: describeRow(row, { ctx, meeting, settings }) }))
  return { meeting, settings, all }
}

type RollRequest = { meetingId: number; which: 'on' | 'off'; text: string; offset: number }

/** A page of the roll, or of those who are not on it. */
export const getRoll = async (ctx: Ctx, { meetingId, which, text, offset }: RollRequest): Promise<MeetingRoll> => {
  const { meeting, settings, all } = await readRoll(ctx, { meetingId, text: text.trim() })
  const found = all.filter(({ isFound, row }) => isFound && row.isOn === (which === 'on')).map(({ row }) => row)
  const phase = phaseOfMeeting(meeting)
  return {
    frozenAt: meeting.roll_frozen_at?.toISOString() ?? null,
    freezesAt: freezingTime(meeting.starts_at, settings).toISOString(),
    canFreeze: phase === 'planned',
    canCorrect: meeting.roll_frozen_at !== null && (phase === 'planned' || phase === 'on'),
    rule: {
      ...settings.rule,
      states: [...(await ctx.settings.get('MEETING_ROLL_STATES'))],
      plans: [...settings.rule.plans],
    },
    onRoll: all.filter(({ row }) => row.isOn).length,
    found: found.length,
    rows: found.slice(offset, offset + rollPageSize),
  }
}

const columns = [
  { header: 'Member number', value: (row: RollRow) => row.memberId },
  { header: 'Name', value: (row: RollRow) => row.name },
  { header: 'On the roll', value: (row: RollRow) => row.isOn },
  { header: 'Why not', value: (row: RollRow) => (row.reason === null ? '' : rollReasonWords[row.reason]) },
  { header: 'Note of staff', value: (row: RollRow) => row.note },
]

/** The roll with all who are not on it, for spreadsheets. */
export const exportRoll = async (ctx: Ctx, meetingId: number): Promise<File> => {
  const { meeting, settings, all } = await readRoll(ctx, { meetingId, text: '' })
  const day = localDay(meeting.starts_at, settings.zone)
  await change(ctx, 'roll.exported', async () => ({ result: undefined, ...meetingSubject(meeting) }))
  return writeCsv({
    name: `roll ${nameOfMeeting(meeting)} ${day}.csv`,
    columns,
    rows: all.map(({ row }) => row).toSorted((a, b) => Number(b.isOn) - Number(a.isOn)),
  })
}
