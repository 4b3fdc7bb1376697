import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import { sql } from 'kysely'
import type { Ctx, ReadingCtx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { listDueWordings } from '../agreements/wordings.ts'
import { billingToday } from '../billing/billing-work.ts'
import { currentApplication } from '../members/applications.ts'
import { openInduction } from '../training/inductions.ts'
import type { SignupFacts } from './rules.ts'

/** A door or machine asks for cards; a space without one needs none to join. */
export const hasReaders = sql<boolean>`exists (select from devices d
  where d.removed_at is null and d.kind in ('door', 'interlock'))`

/** The plan of a member, or that of the household they are in. */
const planOf = sql<SignupFacts['plan']>`(select json_build_object('state', s.state, 'hasAccess', s.has_access,
    'isFree', s.collector = 'free',
    'goesOn', coalesce(greatest(s.created_at, h.joined_at) < members.inactive_since, false))
  from subscriptions s
  left join household_people h on h.subscription_id = s.id and h.member_id = members.id and h.left_at is null
  where s.state <> 'ended' and (s.member_id = members.id or h.member_id is not null)
  order by s.has_access desc, s.member_id = members.id desc limit 1)`

const hasOffer = sql<boolean>`exists (select from plans p join tiers t on t.id = p.tier_id
  where p.is_visible and p.archived_at is null and t.is_visible and t.archived_at is null)`

const hasCard = sql<boolean>`exists (select from cards c where c.member_id = members.id and c.state = 'active')`

const hadCard = sql<boolean>`exists (select from cards c where c.member_id = members.id)`

const findMember = async ({ db }: Pick<Ctx, 'db'>, memberId: number) => {
  const row = await db
    .selectFrom('members')
    .select(['membership_state as membership', 'suspended_at as suspendedAt', 'inactive_by as inactiveBy'])
    .select('last_induction_at as inductedAt')
    .select([
      planOf.as('plan'),
      currentApplication<SignupFacts['application']>('state').as('application'),
      hasCard.as('hasCard'),
      hadCard.as('hadCard'),
    ])
    .select([
      hasReaders.as('hasReaders'),
      hasOffer.as('hasOffer'),
      sql<number>`(select count(*)::int from agreement_signatures s where s.member_id = members.id)`.as('signed'),
    ])
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** How far a member is, and whether they ever had a card. */
export type SignupView = { facts: SignupFacts; hadCard: boolean }

const inactivity = (by: string | null): SignupFacts['inactiveBy'] => (by === 'staff' || by === 'plan' ? by : null)

/** Everything that joining depends on. Within a transaction, `ctx` is that of `within`. */
export const findSignup = async (ctx: ReadingCtx, memberId: number): Promise<SignupView> => {
  const [settings, row, due, induction] = await Promise.all([
    ctx.settings.all(),
    findMember(ctx, memberId),
    billingToday(ctx).then((today) => listDueWordings(ctx.db, { memberId, today })),
    openInduction(ctx, memberId),
  ])
  const isInducted = row.inductedAt !== null
  const waiting = due.filter(({ isTyped }) => isTyped).length
  return {
    hadCard: row.hadCard,
    facts: {
      chosen: settings.SIGNUP_STEPS,
      hasPlans: isFeatureOn('enableMembershipPayments', settings) && (row.hasOffer || row.plan !== null),
      paysBeforeAccess: settings.SIGNUP_PAYS_BEFORE_ACCESS,
      needsApproval: settings.SIGNUP_NEEDS_APPROVAL,
      asksForCard: settings.REQUIRE_ACCESS_CARD && row.hasReaders,
      membership: row.membership,
      isSuspended: row.suspendedAt !== null,
      inactiveBy: inactivity(row.inactiveBy),
      plan: row.plan,
      agreements: { due: due.length - waiting, waiting, signed: row.signed },
      induction: induction ? 'open' : isInducted ? 'done' : 'none',
      hasCard: row.hasCard,
      application: row.application,
    },
  }
}
