import { sql } from 'kysely'
import { paged, type OwnList } from './own-list.ts'
import { ownPurchases } from './own-purchases.ts'
import { ownUses } from './own-uses.ts'
import { pickAuditData } from './rules.ts'

const profile: OwnList = {
  name: 'profile',
  columns: (
    'id email firstName lastName screenName phone vehicleRegistrationPlate state membershipState subscriptionStatus ' +
    'isAdmin permissions suspendedAt suspensionReason balanceCents excludeFromEmailExport isHiddenFromMembers registeredAt ' +
    'emailVerifiedAt firstJoinedAt lastInductionAt lastSeenAt profileUpdatedAt wantedEmail'
  ).split(' '),
  read: async function* (ctx, memberId) {
    yield await ctx.db
      .selectFrom('members as m')
      .leftJoin('balances as b', 'b.member_id', 'm.id')
      .leftJoin('email_changes as c', 'c.member_id', 'm.id')
      .select(['m.id', 'm.email', 'm.first_name as firstName', 'm.last_name as lastName', 'm.phone', 'm.state'])
      .select(['m.screen_name as screenName', 'm.vehicle_registration_plate as vehicleRegistrationPlate'])
      .select(['m.membership_state as membershipState', 'm.subscription_status as subscriptionStatus'])
      .select([
        'm.is_admin as isAdmin',
        'm.permissions',
        'm.suspended_at as suspendedAt',
        'm.suspension_reason as suspensionReason',
      ])
      .select(['b.balance_cents as balanceCents', 'm.exclude_from_email_export as excludeFromEmailExport'])
      .select(['m.is_hidden_from_members as isHiddenFromMembers', 'm.registered_at as registeredAt'])
      .select(['m.email_verified_at as emailVerifiedAt', 'm.first_joined_at as firstJoinedAt'])
      .select(['m.last_induction_at as lastInductionAt', 'm.last_seen_at as lastSeenAt'])
      .select(['m.profile_updated_at as profileUpdatedAt', 'c.to_email as wantedEmail'])
      .where('m.id', '=', memberId)
      .execute()
  },
}

const cards: OwnList = {
  name: 'cards',
  columns: ['id', 'number', 'label', 'state', 'addedAt', 'endedAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('cards')
        .select(['id', 'number', 'label', 'state', 'added_at as addedAt', 'ended_at as endedAt'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const grants: OwnList = {
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

const visits: OwnList = {
  name: 'visits',
  columns: ['id', 'signedInAt', 'signedOutAt', 'guests'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('visits')
        .select(['id', 'signed_in_at as signedInAt', 'signed_out_at as signedOutAt'])
        // How many; who they were is theirs.
        .select(sql<number>`cardinality(guests)`.as('guests'))
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const swipes: OwnList = {
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

const transactions: OwnList = {
  name: 'transactions',
  columns: ['id', 'at', 'amountCents', 'balanceCents', 'type', 'source', 'description'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('ledger_entries')
        .select(['id', 'at', 'amount_cents as amountCents', 'balance_cents as balanceCents'])
        .select(['type', 'source', 'description'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

/** Every address that was ever his; what was written to staff about him went to theirs. */
const ownAddresses = (memberId: number) => sql<string>`(
  select lower(email) from members where id = ${memberId}
  union select lower(data #>> '{changes,email,from}') from audit_events
    where subject_kind = 'member' and subject_id = ${memberId} and data #>> '{changes,email,from}' is not null)`

const messages: OwnList = {
  name: 'messages',
  columns: ['id', 'channel', 'to', 'subject', 'text', 'state', 'createdAt', 'sentAt'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('messages')
        .select([
          'id',
          'channel',
          'recipient as to',
          'subject',
          'state',
          'created_at as createdAt',
          'sent_at as sentAt',
        ])
        .select(sql<string | null>`case when is_secret then null else text end`.as('text'))
        .where('member_id', '=', memberId)
        .where((is) =>
          is.or([is('channel', '=', 'sms'), is(sql<string>`lower(recipient)`, 'in', ownAddresses(memberId))]),
        )
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const sessions: OwnList = {
  name: 'sessions',
  columns: ['id', 'startedAt', 'lastUsedAt', 'expiresAt', 'address', 'userAgent'],
  read: (ctx, memberId) =>
    paged((after, limit) =>
      ctx.db
        .selectFrom('sessions')
        .select(['id', 'created_at as startedAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
        .select(['ip_address as address', 'user_agent as userAgent'])
        .where('member_id', '=', memberId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )(),
}

const kioskPins: OwnList = {
  name: 'kioskPins',
  columns: ['setAt'],
  read: async function* (ctx, memberId) {
    yield await ctx.db.selectFrom('kiosk_pins').select('set_at as setAt').where('member_id', '=', memberId).execute()
  },
}

const events: OwnList = {
  name: 'events',
  columns: ['id', 'at', 'event', 'by', 'data'],
  read: async function* (ctx, memberId) {
    const pages = paged((after, limit) =>
      ctx.db
        .selectFrom('audit_events')
        .select(['id', 'at', 'event', 'actor_kind', 'actor_id', 'data'])
        .where((is) =>
          is.or([
            is.and([is('subject_kind', '=', 'member'), is('subject_id', '=', memberId)]),
            // What happened to many members at once.
            sql<boolean>`data ? 'memberIds' and data -> 'memberIds' @> ${String(memberId)}::jsonb`,
          ]),
        )
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    )
    for await (const rows of pages()) {
      yield rows.map(({ id, at, event, actor_kind: kind, actor_id: actorId, data }) => {
        const by = kind === 'member' ? (actorId === memberId ? 'you' : 'staff') : kind
        return { id, at, event, by, data: pickAuditData(data) }
      })
    }
  },
}

/** What the tables hold about a person. Never what proves who he is, and nothing that belongs to somebody else. */
export const ownLists: readonly OwnList[] = [
  profile,
  cards,
  grants,
  visits,
  swipes,
  ownUses,
  ownPurchases,
  transactions,
  messages,
  sessions,
  kioskPins,
  events,
]
