import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { featureOfKind, isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import { type Expression, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import type { CardFacts } from './rules.ts'

export const isSignInAsked = (ctx: Ctx) => ctx.settings.get('REQUIRE_SITE_SIGN_IN')

/** What counts of the space, whatever the card and the device. */
export type SpaceFacts = { isSignInAsked: boolean; isBalanceOn: boolean }

export const findSpaceFacts = async ({ settings }: Pick<Ctx, 'settings'>): Promise<SpaceFacts> => {
  const all = await settings.all()
  return {
    isSignInAsked: all.REQUIRE_SITE_SIGN_IN,
    isBalanceOn: isFeatureOn(featureOfKind.memberbucks, all),
  }
}

export const isOnSite = (memberId: Expression<number>) =>
  sql<boolean>`exists (select from visits v where v.member_id = ${memberId} and v.signed_out_at is null)`

/** What counts of a member, whatever the device; for queries that call the member `m`. */
export const memberFactColumns = [
  sql<MemberState>`m.state`.as('state'),
  sql<boolean>`m.suspended_at is not null`.as('is_suspended'),
  sql<boolean>`exists (select from cards c where c.member_id = m.id and c.state = 'active')`.as('has_card'),
  isOnSite(sql.ref('m.id')).as('is_on_site'),
  sql<number>`coalesce((select b.balance_cents from balances b where b.member_id = m.id), 0)`.as('balance_cents'),
] as const

/** What counts of a device and of this member's way with it; for queries that call them `d` and `m`. */
export const deviceFactColumns = [
  sql<DeviceKind>`d.kind`.as('kind'),
  sql<boolean>`d.is_locked_out`.as('is_locked_out'),
  sql<boolean>`d.is_exempt_from_signin`.as('is_exempt_from_signin'),
  sql<boolean>`exists (select from grants g where g.member_id = m.id and g.device_id = d.id)`.as('is_granted'),
  sql<boolean>`exists (select from device_drivers r where r.device_id = d.id)`.as('is_relay'),
  sql<
    number | null
  >`(select p.min_balance_cents from machine_prices p where p.device_id = d.id and d.kind = 'interlock')`.as(
    'min_balance_cents',
  ),
  sql<boolean>`(d.kind = 'interlock' and exists (select from machine_prices p where p.device_id = d.id
    and (p.cost_per_session_cents > 0 or p.cost_per_hour_cents > 0 or p.cost_per_kwh_cents > 0
      or p.min_balance_cents is not null)))`.as('is_paid_machine'),
] as const

type MemberFactRow = {
  state: MemberState
  is_suspended: boolean
  has_card: boolean
  is_on_site: boolean
  balance_cents: number
}

type DeviceFactRow = {
  kind: DeviceKind
  is_locked_out: boolean
  is_exempt_from_signin: boolean
  is_granted: boolean
  is_relay: boolean
  min_balance_cents: number | null
  is_paid_machine: boolean
}

type FactRows = { member: MemberFactRow; device: DeviceFactRow; space: SpaceFacts }

/** The facts about a card at a device. Every decision is made from these, and nothing else makes them. */
export const cardFactsOf = ({ member, device, space }: FactRows): CardFacts => {
  // A vending machine sells to every member: it needs neither a grant nor a visit.
  const isVending = device.kind === 'memberbucks'
  return {
    // The member who uses a relay from a screen is logged in and needs no card.
    hasCard: member.has_card || device.is_relay,
    state: member.state,
    isSuspended: member.is_suspended,
    isGranted: device.is_granted || isVending,
    needsVisit: space.isSignInAsked && !device.is_exempt_from_signin && !isVending,
    isOnSite: member.is_on_site,
    isBalanceOff: !space.isBalanceOn && (isVending || device.is_paid_machine),
    lacksBalance: device.min_balance_cents !== null && member.balance_cents < device.min_balance_cents,
    isLockedOut: device.is_locked_out,
  }
}

const cardRow = selectOnce((db, given: { deviceId: number; card: string }) =>
  db
    .selectFrom('cards as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .innerJoin('devices as d', (on) => on.on('d.id', '=', given.deviceId))
    .select(['m.id', ...memberFactColumns, ...deviceFactColumns])
    .where('c.number', '=', given.card)
    .where('c.state', '=', 'active'),
)

/** Whose card this is, and what decides whether it works on this device; null for an unknown card. */
export const findCardFacts = async (
  ctx: Ctx,
  input: { deviceId: number; card: string },
): Promise<(CardFacts & { memberId: number; balanceCents: number }) | null> => {
  const space = await findSpaceFacts(ctx)
  const row = await cardRow.first(ctx, input)
  if (!row) return null
  return {
    ...cardFactsOf({ member: row, device: row, space }),
    memberId: row.id,
    balanceCents: row.balance_cents,
  }
}
