import { sql } from 'kysely'
import { screens } from '#platform/live/screens.ts'
import { type PersonalList, paged, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { grantNotices, lockGrants } from './grants.ts'

const grantList: PersonalList = {
  name: 'grants',
  columns: ['id', 'device', 'kind', 'source', 'grantedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('grants as g')
        .innerJoin('devices as d', 'd.id', 'g.device_id')
        .select(['d.id', 'd.name as device', 'd.kind', 'g.source', 'g.granted_at as grantedAt'])
        .where('g.member_id', '=', memberId)
        .where('d.id', '>', after)
        .orderBy('d.id')
        .limit(limit)
        .execute(),
    )(),
}

const swipeList: PersonalList = {
  name: 'swipes',
  columns: ['id', 'device', 'card', 'outcome', 'refusal', 'swipedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('swipes as s')
        .innerJoin('devices as d', 'd.id', 's.device_id')
        .select(['s.id', 'd.name as device', 's.card_number as card', 's.outcome', 's.refusal'])
        .select('s.swiped_at as swipedAt')
        .where('s.member_id', '=', memberId)
        .where('s.id', '>', after)
        .orderBy('s.id')
        .limit(limit)
        .execute(),
    )(),
}

/** Devices that members have by default, and that staff took from this one. */
const exceptionList: PersonalList = {
  name: 'grantExceptions',
  columns: ['id', 'device', 'kind'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('default_exceptions as e')
        .innerJoin('devices as d', 'd.id', 'e.device_id')
        .select(['d.id', 'd.name as device', 'd.kind'])
        .where('e.member_id', '=', memberId)
        .where('d.id', '>', after)
        .orderBy('d.id')
        .limit(limit)
        .execute(),
    )(),
}

export const accessRetentions: Retention[] = [
  {
    name: 'swipes',
    title: 'Swipes at doors and machines',
    table: 'swipes',
    column: 'swiped_at',
    where: sql`member_id is not null`,
    setting: 'KEEP_SWIPES_DAYS',
  },
  {
    name: 'unknownCards',
    title: 'Swipes of cards that belong to no member',
    table: 'swipes',
    column: 'swiped_at',
    where: sql`member_id is null`,
    setting: 'KEEP_UNKNOWN_CARDS_DAYS',
  },
]

const keptAccess = {
  title: 'Doors and machines a member may use',
  reason: 'Until staff take them away or the account is closed.',
}

export const accessPersonalData: PersonalData = {
  tables: {
    grants: { exported: 'grants', kept: keptAccess, closing: 'deleted' },
    default_exceptions: { exported: 'grantExceptions', kept: keptAccess, closing: 'deleted' },
    swipes: {
      exported: 'swipes',
      kept: ['swipes', 'unknownCards'],
      closing: { kept: 'Who opened what when, without a name.' },
    },
  },
  lists: [grantList, exceptionList, swipeList],
  erase: async (tx, { memberId }) => {
    await lockGrants(tx)
    await tx.deleteFrom('default_exceptions').where('member_id', '=', memberId).execute()
    const removed = await tx.deleteFrom('grants').where('member_id', '=', memberId).returning('device_id').execute()
    return {
      data: { grants: removed.length },
      tell: [
        ...grantNotices({ deviceIds: removed.map((row) => row.device_id), memberIds: [memberId] }),
        screens.notice({ topic: 'swipes', audience: 'activeMembers' }),
      ],
    }
  },
}
