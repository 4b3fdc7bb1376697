import type { OwnStorage, ShownPlace, StorageList, StoragePlace } from '@spacekeeper/contract/storage/shapes.ts'
import { mostPlaces, mostRequests, type PlaceFilter } from '@spacekeeper/contract/storage/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { type Day, localDay } from '#platform/local-day.ts'
import { fullName, fullNameOf, nameColumns, shownName } from '#platform/shown-name.ts'
import { isOverForGood } from '../billing/subscriptions/ended-members.ts'
import { placeState } from './rules.ts'

const todayOf = async (ctx: Ctx): Promise<Day> => localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))

const places = (ctx: Ctx) =>
  ctx.db
    .selectFrom('storage_places as p')
    .leftJoin('members as m', 'm.id', 'p.holder_id')
    .select(['p.id', 'p.code', 'p.name', 'p.kind', 'p.area', 'p.notes', 'p.is_out_of_use', 'p.holder_id'])
    .select(['p.held_since', 'p.until_on', 'p.clear_by', 'p.to_clear_since'])
    .select([...nameColumns, 'm.is_hidden_from_members', 'm.closed_at'])
    .select(sql<boolean | null>`case when m.id is null then null else not ${isOverForGood} end`.as('is_member'))
    .where('p.removed_at', 'is', null)

type PlaceRow = Awaited<ReturnType<ReturnType<typeof places>['execute']>>[number]

const stateOf = (row: PlaceRow, today: Day) =>
  placeState(
    {
      isOutOfUse: row.is_out_of_use,
      isHeld: row.holder_id !== null,
      untilOn: row.until_on,
      clearBy: row.clear_by,
      isToClear: row.to_clear_since !== null,
    },
    today,
  )

const holderName = (row: PlaceRow) => (row.closed_at === null ? fullName(row) : `Former member ${row.holder_id}`)

const asPlace = (row: PlaceRow, today: Day): StoragePlace => ({
  id: row.id,
  code: row.code,
  name: row.name,
  kind: row.kind,
  area: row.area,
  notes: row.notes,
  state: stateOf(row, today),
  holder:
    row.holder_id === null ? null : { id: row.holder_id, name: holderName(row), isMember: row.is_member ?? false },
  heldSince: row.held_since?.toISOString() ?? null,
  untilOn: row.until_on,
  clearBy: row.clear_by,
})

/** Codes as people count: A2 before A10. */
const inOrder = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code, 'en', { numeric: true })

const listRequests = (ctx: Ctx) =>
  ctx.db
    .selectFrom('storage_requests as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select(columns('r.id, r.kind, r.note, r.asked_at, m.id as memberId'))
    .select(fullNameOf('m').as('memberName'))
    .orderBy('r.id')
    .limit(mostRequests)
    .execute()

const matchesFilter = ({ state }: StoragePlace, filter: PlaceFilter) => {
  if (filter === 'all') return true
  if (filter === 'held') return state !== 'free' && state !== 'outOfUse'
  if (filter === 'toClear') return state === 'toClear' || state === 'ending'
  return state === filter
}

const countAll = (all: readonly StoragePlace[]): StorageList['counts'] => {
  const count = (filter: PlaceFilter) => all.filter((place) => matchesFilter(place, filter)).length
  return {
    all: all.length,
    free: count('free'),
    held: count('held'),
    overdue: count('overdue'),
    toClear: count('toClear'),
    outOfUse: count('outOfUse'),
  }
}

const matchesText = (place: StoragePlace, text: string) => {
  const wanted = text.trim().toLowerCase()
  return [place.code, place.name, place.area, place.holder?.name ?? ''].some((part) =>
    part.toLowerCase().includes(wanted),
  )
}

/** All places of a space: there are so few that they are counted and searched here. */
export const listStoragePlaces = async (
  ctx: Ctx,
  { filter, text }: { filter: PlaceFilter; text: string },
): Promise<StorageList> => {
  const [today, rows, requests] = await Promise.all([
    todayOf(ctx),
    places(ctx).orderBy('p.id').limit(mostPlaces).execute(),
    listRequests(ctx),
  ])
  const all = rows.map((row) => asPlace(row, today)).toSorted(inOrder)
  return {
    places: all.filter((place) => matchesFilter(place, filter) && matchesText(place, text)),
    counts: countAll(all),
    requests: requests.map(({ memberId, memberName, ...request }) => ({
      ...withTimes(request),
      member: { id: memberId, name: memberName },
    })),
  }
}

/** A place by what is written on it, as the caller may see it. */
export const showPlace = async (ctx: Ctx, code: string): Promise<ShownPlace> => {
  const { id, permissions, state: standing } = memberOf(ctx)
  const [today, row, byDefault] = await Promise.all([
    todayOf(ctx),
    places(ctx).where('p.code', '=', code).executeTakeFirst(),
    ctx.settings.get('SHOWN_NAME'),
  ])
  const isOwn = row?.holder_id === id
  const isStaff = permissions.includes('members')
  if (!isOwn && !isStaff && standing !== 'active') throw new AppError('memberOnly')
  if (!row) throw new AppError('notFound')
  const { notes: _, holder: __, id: ___, heldSince: ____, ...place } = asPlace(row, today)
  return {
    ...place,
    holderName: holderNameOf(row, { isSeen: isOwn || isStaff, byDefault }),
    isOwn,
    // Why and when others have to clear their place is theirs and staff's.
    ...(isOwn || isStaff ? {} : { state: row.holder_id === null ? place.state : 'held', clearBy: null }),
    staff: isStaff ? asPlace(row, today) : null,
  }
}

const holderNameOf = (
  row: PlaceRow,
  { isSeen, byDefault }: { isSeen: boolean; byDefault: Parameters<typeof shownName>[1] },
): string | null => {
  const { first_name, last_name, screen_name, name_choice } = row
  if (first_name === null || last_name === null || screen_name === null || row.closed_at !== null) return null
  if (row.is_hidden_from_members && !isSeen) return null
  return shownName({ first_name, last_name, screen_name, name_choice }, byDefault)
}

export const listOwnPlaces = async (ctx: Ctx): Promise<OwnStorage> => {
  const { id, state } = memberOf(ctx)
  const [today, rows, request, { freePlaces }] = await Promise.all([
    todayOf(ctx),
    places(ctx).where('p.holder_id', '=', id).orderBy('p.id').limit(mostPlaces).execute(),
    ctx.db
      .selectFrom('storage_requests')
      .select(['kind', 'note', 'asked_at'])
      .where('member_id', '=', id)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('storage_places')
      .select((is) => is.fn.countAll<number>().as('freePlaces'))
      .where('removed_at', 'is', null)
      .where('holder_id', 'is', null)
      .where('is_out_of_use', '=', false)
      .executeTakeFirstOrThrow(),
  ])
  return {
    places: rows
      .map((row) => asPlace(row, today))
      .toSorted(inOrder)
      .map(({ code, name, kind, area, state: placeIs, untilOn, clearBy }) => ({
        code,
        name,
        kind,
        area,
        state: placeIs,
        untilOn,
        clearBy,
      })),
    request: request ? { kind: request.kind, note: request.note, askedAt: request.asked_at.toISOString() } : null,
    mayAsk: state === 'active',
    freePlaces,
  }
}
