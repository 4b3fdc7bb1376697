import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { screens } from '#platform/live/screens.ts'
import { ownQuery, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { grantNotices, lockGrants } from './grants.ts'

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
  lists: [
    ownQuery('grants', (db, memberId) =>
      db
        .selectFrom('grants as g')
        .innerJoin('devices as d', 'd.id', 'g.device_id')
        .select(columns('d.id, d.name as device, d.kind, g.source, g.granted_at'))
        .where('g.member_id', '=', memberId),
    ),
    // Devices that members have by default, and that staff took from this one.
    ownQuery('grantExceptions', (db, memberId) =>
      db
        .selectFrom('default_exceptions as e')
        .innerJoin('devices as d', 'd.id', 'e.device_id')
        .select(columns('d.id, d.name as device, d.kind'))
        .where('e.member_id', '=', memberId),
    ),
    ownQuery('swipes', (db, memberId) =>
      db
        .selectFrom('swipes as s')
        .innerJoin('devices as d', 'd.id', 's.device_id')
        .select(columns('s.id, d.name as device, s.card_number as card, s.outcome, s.refusal, s.swiped_at'))
        .where('s.member_id', '=', memberId),
    ),
  ],
  erase: async (work, memberId) => {
    await lockGrants(work)
    await work.tx.deleteFrom('default_exceptions').where('member_id', '=', memberId).execute()
    const removed = await work.tx
      .deleteFrom('grants')
      .where('member_id', '=', memberId)
      .returning('device_id')
      .execute()
    return {
      data: { grants: removed.length },
      tell: [
        ...grantNotices({ deviceIds: removed.map((row) => row.device_id), memberIds: [memberId] }),
        screens.notice({ topic: 'swipes', audience: 'activeMembers' }),
      ],
    }
  },
}
