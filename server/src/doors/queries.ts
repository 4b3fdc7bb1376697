import type { Access, AccessItem, Swipe } from '@spacekeeper/contract/doors.ts'
import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import { sql, type Expression } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isOffline } from '../devices/rules.ts'
import { refusalOf, seesEverySwipe, sortTags, splitTags, type CardFacts, type Viewer } from './rules.ts'

export const isSignInAsked = (ctx: Ctx) => ctx.settings.get('ENABLE_PORTAL_SITE_SIGN_IN')
export const isOnSite = (memberId: Expression<number>) =>
  sql<boolean>`exists (select from visits v where v.member_id = ${memberId} and v.signed_out_at is null)`

/** The cards each of these doors opens for, sorted; one query for all of them. The same as `missingFromList` says. */
export const listTags = async (ctx: Ctx, deviceIds: readonly number[]): Promise<Map<number, string[]>> => {
  const isAsked = await isSignInAsked(ctx)
  const rows = await ctx.db
    .selectFrom('grants as g')
    .innerJoin('members as m', 'm.id', 'g.member_id')
    .innerJoin('cards as c', 'c.member_id', 'm.id')
    .select('g.device_id')
    // Half the time of an array or JSON, and there can be 100,000 of them.
    .select(sql<string>`string_agg(c.number, E'\\x1f')`.as('tags'))
    .where('g.device_id', '=', sql<number>`any(${deviceIds}::int[])`)
    .where('m.state', '=', 'active')
    .where('c.state', '=', 'active')
    .$if(isAsked, (query) =>
      query
        .innerJoin('devices as d', 'd.id', 'g.device_id')
        .where((is) => is.or([is('d.is_exempt_from_signin', '=', true), isOnSite(is.ref('m.id'))])),
    )
    .groupBy('g.device_id')
    .execute()
  const lists = new Map<number, string[]>(deviceIds.map((id) => [id, []]))
  for (const row of rows) lists.set(row.device_id, sortTags(splitTags(row.tags)))
  return lists
}

/** Which of these devices any of these members holds a grant for. */
export const listGrantedDevices = async (
  ctx: Ctx,
  input: { memberIds: readonly number[]; among: readonly number[] },
): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('grants')
    .select('device_id')
    .distinct()
    .where('member_id', '=', sql<number>`any(${input.memberIds}::int[])`)
    .where('device_id', '=', sql<number>`any(${input.among}::int[])`)
    .execute()
  return rows.map((row) => row.device_id)
}

const cardRow = selectOnce((db, given: { deviceId: number; card: string }) =>
  db
    .selectFrom('cards as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .innerJoin('devices as d', (on) => on.on('d.id', '=', given.deviceId))
    .leftJoin('grants as g', (on) => on.onRef('g.member_id', '=', 'm.id').onRef('g.device_id', '=', 'd.id'))
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(sql<boolean>`coalesce(b.balance_cents, 0) < d.min_balance_cents`.as('lacks_balance'))
    .select(['m.id', 'm.state', 'm.suspended_at', 'd.is_exempt_from_signin', 'g.device_id as granted_id'])
    .select((is) => isOnSite(is.ref('m.id')).as('is_on_site'))
    .where('c.number', '=', given.card)
    .where('c.state', '=', 'active'),
)

/** Whose card this is, and what decides whether it works on this device; null when nobody has it. */
export const findCardFacts = async (
  ctx: Ctx,
  input: { deviceId: number; card: string },
): Promise<(CardFacts & { memberId: number }) | null> => {
  const isAsked = await isSignInAsked(ctx)
  const row = await cardRow.first(ctx, input)
  if (!row) return null
  return {
    memberId: row.id,
    hasCard: true,
    state: row.state,
    isSuspended: row.suspended_at !== null,
    isGranted: row.granted_id !== null,
    needsVisit: isAsked && !row.is_exempt_from_signin,
    isOnSite: row.is_on_site,
    lacksBalance: row.lacks_balance ?? false,
  }
}

const epochMs = (column: 'd.last_seen_at' | 'd.locked_out_since' | 'u.started_at') =>
  sql<number | null>`extract(epoch from ${sql.ref(column)}) * 1000`

/** What is true of the member, with every device in it as JSON: rows of hundreds of doors would take five times as long. */
const accessRow = (isHiddenToo: boolean) =>
  selectOnce((db, given: { memberId: number }) =>
    db
      .selectFrom('members as m')
      .select(['m.id', 'm.state', 'm.suspended_at'])
      .select((is) => [
        isOnSite(is.ref('m.id')).as('is_on_site'),
        sql<number>`coalesce((select balance_cents from balances b where b.member_id = m.id), 0)`.as('balance_cents'),
        sql<boolean>`exists (select from cards c where c.member_id = m.id and c.state = 'active')`.as('has_card'),
        jsonArrayFrom(
          is
            .selectFrom('devices as d')
            .leftJoin('grants as g', (on) => on.onRef('g.member_id', '=', 'm.id').onRef('g.device_id', '=', 'd.id'))
            .select([
              'd.id',
              'd.kind',
              'd.name',
              'd.is_locked_out',
              'd.is_exempt_from_signin',
              'd.min_balance_cents',
              'g.device_id as granted_id',
            ])
            .leftJoin('device_drivers as r', 'r.device_id', 'd.id')
            .leftJoin('interlock_sessions as u', (on) =>
              on.onRef('u.device_id', '=', 'r.device_id').on('u.ended_at', 'is', null),
            )
            .select(['r.device_id as relay_id', 'r.problem', 'u.member_id as user_id'])
            .select(epochMs('u.started_at').as('in_use_ms'))
            .select([epochMs('d.last_seen_at').as('last_seen_ms'), epochMs('d.locked_out_since').as('locked_out_ms')])
            .where('d.removed_at', 'is', null)
            .where('d.kind', 'in', ['door', 'interlock'])
            .$if(!isHiddenToo, (query) => query.where('d.is_hidden', '=', false))
            .orderBy(sql`lower(d.name)`),
        ).as('devices'),
      ])
      .where('m.id', '=', given.memberId),
  )
const accessRows = { all: accessRow(true), visible: accessRow(false) }

type AccessRow = NonNullable<Awaited<ReturnType<typeof accessRows.all.first>>>

/** How a device without a reader is used from the portal. */
const relayOf = (
  device: AccessRow['devices'][number],
  { memberId, mayUse }: { memberId: number; mayUse: boolean },
): AccessItem['relay'] => ({
  canOpen: mayUse && device.kind === 'door',
  canStart: mayUse && device.kind === 'interlock' && device.user_id === null,
  canEnd: device.user_id === memberId,
  inUseSince: device.in_use_ms === null ? null : new Date(device.in_use_ms).toISOString(),
})

const asItem = (
  device: AccessRow['devices'][number],
  input: { member: AccessRow; isAsked: boolean; now: Date },
): AccessItem => {
  const { member, isAsked, now } = input
  const isGranted = device.granted_id !== null
  const lastSeenAt = device.last_seen_ms === null ? null : new Date(device.last_seen_ms)
  const isRelay = device.relay_id !== null
  const isAway = isOffline(lastSeenAt, now) || device.problem !== null
  const refusal = refusalOf({
    // Whoever opens it on a screen has proved who he is.
    hasCard: member.has_card || isRelay,
    state: member.state,
    isSuspended: member.suspended_at !== null,
    isGranted,
    needsVisit: isAsked && !device.is_exempt_from_signin,
    isOnSite: member.is_on_site,
    lacksBalance: device.min_balance_cents !== null && member.balance_cents < device.min_balance_cents,
    isLockedOut: device.is_locked_out,
  })
  return {
    id: device.id,
    name: device.name,
    access: isGranted && member.state === 'active',
    locked_out: device.is_locked_out,
    offline: isAway,
    granted: isGranted,
    refusal,
    lastSeen: lastSeenAt?.toISOString() ?? null,
    lockedOutSince: device.locked_out_ms === null ? null : new Date(device.locked_out_ms).toISOString(),
    relay: isRelay ? relayOf(device, { memberId: member.id, mayUse: refusal === null && !isAway }) : null,
  }
}

/** What a member may use, by name. Hidden devices only for administrators. */
export const listAccess = async (ctx: Ctx, input: { memberId: number; withHidden: boolean }): Promise<Access> => {
  const isAsked = await isSignInAsked(ctx)
  const member = await accessRows[input.withHidden ? 'all' : 'visible'].first(ctx, input)
  if (!member) throw new AppError('notFound')
  const now = ctx.now()
  const items = (kind: DeviceKind) =>
    member.devices.filter((device) => device.kind === kind).map((device) => asItem(device, { member, isAsked, now }))
  return { doors: items('door'), interlocks: items('interlock') }
}

const maxSwipes = 300

const swipeRows = (isForStaff: boolean) =>
  selectOnce((db, viewer: { id: number }) =>
    db
      .selectFrom('swipes as s')
      .innerJoin('devices as d', 'd.id', 's.device_id')
      .leftJoin('members as m', 'm.id', 's.member_id')
      .select(['s.id', 'd.name', 's.swiped_at', 's.outcome', 's.refusal', 's.member_id', 's.card_number'])
      .select(['m.first_name', 'm.last_name'])
      .$if(!isForStaff, (query) =>
        query
          .where('s.member_id', 'is not', null)
          .where((is) => is.or([is('d.is_hidden', '=', false), is('s.member_id', '=', viewer.id)])),
      )
      .orderBy('s.id', 'desc')
      .limit(maxSwipes),
  )
const recentSwipes = { all: swipeRows(true), visible: swipeRows(false) }

/**
 * The newest swipes, in one query. Members do not see cards that nobody has, nor devices that are hidden from them
 * unless they were there, nor why somebody else was refused.
 */
export const listSwipes = async (ctx: Ctx, viewer: Viewer): Promise<Swipe[]> => {
  const isForStaff = seesEverySwipe(viewer)
  const rows = await recentSwipes[isForStaff ? 'all' : 'visible'].all(ctx, viewer)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    date: row.swiped_at.toISOString(),
    user: row.member_id === null ? (row.card_number ?? '') : `${row.first_name} ${row.last_name}`,
    outcome: row.outcome,
    refusal: isForStaff || row.member_id === viewer.id ? row.refusal : null,
    isMine: row.member_id === viewer.id,
  }))
}
