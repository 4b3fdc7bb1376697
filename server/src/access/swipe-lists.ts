import { type InterlockUse, StoredRefusal, type Swipe } from '@spacekeeper/contract/access/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { type NameFacts, nameColumns } from '#platform/shown-name.ts'
import { isShownDevice, isShownMember } from './hidden.ts'
import { type NameReader, namesFor } from './names.ts'
import { type SwipeViewer, opensMembers, seesEverySwipe } from './rules.ts'

/** Of doors and machines together. */
const mostRecent = 300

type SwipeRow = { member_id: number | null; card_number: string | null; refusal: string | null } & {
  [Name in keyof NameFacts]: NameFacts[Name] | null
}

/** Unknown cards have no member. */
const isOfMember = (row: SwipeRow): row is SwipeRow & NameFacts => row.member_id !== null

type SwipeReading = { viewer: SwipeViewer; names: NameReader }

/** Who swiped, and why the card was refused where the viewer may know it. */
const tell = (row: SwipeRow, { viewer, names }: SwipeReading) => ({
  user: isOfMember(row) ? names.of(row) : (row.card_number ?? ''),
  memberId: opensMembers(viewer) ? row.member_id : null,
  refusal: seesEverySwipe(viewer) || row.member_id === viewer.id ? StoredRefusal.parse(row.refusal) : null,
  isMine: row.member_id === viewer.id,
})

/** What other members read: neither hidden members nor hidden devices, but what they did themselves. */
const isShown = (member: string, memberId: string, viewerId: number) => {
  const viewer = { id: viewerId, seesHidden: false }
  return sql<boolean>`${isShownDevice({ device: 'd', memberId }, viewer)} and ${isShownMember(member, viewer)}`
}

/** The newest swipes of all doors. Nearly every swipe is one at a door, so few others are passed over. */
const doorRows = (isForStaff: boolean) =>
  selectOnce((db, viewer: { id: number }) =>
    db
      .selectFrom('swipes as s')
      .innerJoin('devices as d', 'd.id', 's.device_id')
      .leftJoin('members as m', 'm.id', 's.member_id')
      .select(['s.id', 'd.name', 's.swiped_at', 's.outcome', 's.refusal', 's.member_id', 's.card_number'])
      .select('s.is_despite_lockout as isDespiteLockout')
      .select(nameColumns)
      .where('d.kind', '=', 'door')
      .$if(!isForStaff, (query) =>
        query.where('s.member_id', 'is not', null).where(isShown('m', 's.member_id', viewer.id)),
      )
      .orderBy('s.id', 'desc')
      .limit(mostRecent),
  )

const recentSwipes = { all: doorRows(true), visible: doorRows(false) }

/**
 * The newest swipes at doors, in one query. Members do not see unknown cards, nor why another member was refused, nor
 * hidden members, nor devices that are hidden from them unless they were there.
 */
const listSwipes = async (ctx: Ctx, viewer: SwipeViewer): Promise<Swipe[]> => {
  const [names, rows] = await Promise.all([
    namesFor(ctx, viewer),
    recentSwipes[seesEverySwipe(viewer) ? 'all' : 'visible'].all(ctx, viewer),
  ])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    date: row.swiped_at.toISOString(),
    outcome: row.outcome,
    isDespiteLockout: row.isDespiteLockout && seesEverySwipe(viewer),
    ...tell(row, { viewer, names }),
  }))
}

/** Cards that machines refused. Each machine gives its newest from its own index: among all swipes they are rare. */
const refusalRows = (isForStaff: boolean) =>
  selectOnce((db, viewer: { id: number }) =>
    db
      .selectFrom('devices as d')
      .innerJoinLateral(
        (from) =>
          from
            .selectFrom('swipes')
            .selectAll('swipes')
            .whereRef('swipes.device_id', '=', 'd.id')
            .where('swipes.outcome', '<>', 'granted')
            .orderBy('swipes.id', 'desc')
            .limit(mostRecent)
            .as('s'),
        (join) => join.onTrue(),
      )
      .leftJoin('members as m', 'm.id', 's.member_id')
      .select(['s.id', 'd.name', 's.swiped_at', 's.outcome', 's.refusal', 's.member_id', 's.card_number'])
      .select(nameColumns)
      .where('d.kind', '=', 'interlock')
      .$if(!isForStaff, (query) =>
        query.where('s.member_id', 'is not', null).where(isShown('m', 's.member_id', viewer.id)),
      )
      .orderBy('s.id', 'desc')
      .limit(mostRecent),
  )

const recentRefusals = { all: refusalRows(true), visible: refusalRows(false) }

type UseAt = { at: Date; use: InterlockUse }

const listRefusedUses = async (ctx: Ctx, { viewer, names }: SwipeReading): Promise<UseAt[]> => {
  const rows = await recentRefusals[seesEverySwipe(viewer) ? 'all' : 'visible'].all(ctx, viewer)
  return rows.map((row) => {
    const { user, ...told } = tell(row, { viewer, names })
    const at = row.swiped_at.toISOString()
    return {
      at: row.swiped_at,
      use: {
        id: `swipe-${row.id}`,
        name: row.name,
        sessionStart: at,
        sessionEnd: at,
        sessionComplete: true,
        userOn: user,
        userOff: null,
        enderId: null,
        status: -1,
        outcome: row.outcome,
        ...told,
      },
    }
  })
}

const listSessions = async (ctx: Ctx, { viewer, names }: SwipeReading): Promise<UseAt[]> => {
  const hiddenViewer = { id: viewer.id, seesHidden: seesEverySwipe(viewer) }
  const rows = await ctx.db
    .selectFrom('interlock_sessions as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .leftJoin('members as e', 'e.id', 's.ended_by_id')
    .select(['s.id', 'd.name', 's.started_at', 's.last_heard_at', 's.ended_at', 's.member_id', 's.ended_by_id'])
    .select(nameColumns)
    .select(
      sql<string | null>`case when ${isShownMember('e', hiddenViewer)} then ${names.inQuery('e')} end`.as('ender'),
    )
    .$if(!seesEverySwipe(viewer), (query) => query.where(isShown('m', 's.member_id', viewer.id)))
    .orderBy('s.last_heard_at', 'desc')
    .limit(mostRecent)
    .execute()
  return rows.map((row) => ({
    at: row.last_heard_at,
    use: {
      id: row.id,
      name: row.name,
      sessionStart: row.started_at.toISOString(),
      sessionEnd: row.ended_at?.toISOString() ?? null,
      sessionComplete: row.ended_at !== null,
      userOn: names.of(row),
      userOff: row.ender,
      status: row.ended_at === null ? 0 : 1,
      memberId: opensMembers(viewer) ? row.member_id : null,
      enderId: opensMembers(viewer) ? row.ended_by_id : null,
      outcome: 'granted',
      refusal: null,
      isMine: row.member_id === viewer.id,
    },
  }))
}

/** The last uses of machines and the cards they refused, told as swipes are. */
const listUses = async (ctx: Ctx, viewer: SwipeViewer): Promise<UseAt[]> => {
  const reading = { viewer, names: await namesFor(ctx, viewer) }
  const [refused, sessions] = await Promise.all([listRefusedUses(ctx, reading), listSessions(ctx, reading)])
  return [...sessions, ...refused]
}

/** The newest swipes at doors and uses of machines, as many as are shown of both together. */
export const listRecentSwipes = async (
  ctx: Ctx,
  viewer: SwipeViewer,
): Promise<{ doors: Swipe[]; interlocks: InterlockUse[] }> => {
  const [swipes, uses] = await Promise.all([listSwipes(ctx, viewer), listUses(ctx, viewer)])
  const newest = [...swipes.map((swipe) => ({ at: new Date(swipe.date), swipe })), ...uses]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, mostRecent)
  return {
    doors: newest.flatMap((one) => ('swipe' in one ? [one.swipe] : [])),
    interlocks: newest.flatMap((one) => ('use' in one ? [one.use] : [])),
  }
}
