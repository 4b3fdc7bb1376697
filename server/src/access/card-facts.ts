import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { featureOfKind, isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import { type Expression, sql } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, within } from '#platform/db/change.ts'
import { compileOnce, type RowReader, selectOnce } from '#platform/db/compile-once.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { type Day, localDay } from '#platform/local-day.ts'
import { lockActing } from './acting-members.ts'
import { type CardForms, isCard, withPlain } from './card-forms.ts'
import type { CardFacts } from './rules.ts'

/** What counts of the space, whatever the card and the device. */
export type SpaceFacts = { isSignInAsked: boolean; isBalanceOn: boolean; today: Day }

export const findSpaceFacts = async ({ settings, now }: Pick<Ctx, 'settings' | 'now'>): Promise<SpaceFacts> => {
  const all = await settings.all()
  return {
    isSignInAsked: all.REQUIRE_SITE_SIGN_IN,
    isBalanceOn: isFeatureOn(featureOfKind.memberbucks, all),
    today: localDay(now(), all.SITE_TIME_ZONE),
  }
}

/** Reads facts: a request, or a transaction that has locked what they are about. */
export type FactReader = RowReader & Pick<Ctx, 'settings' | 'now'>

/**
 * Locks a member, to read facts once more where they count: what changed while the lock was waited for is seen, and their
 * state and cards, which change under the same lock, stay true until the transaction ends.
 */
export const lockFacts = async (work: Work, memberId: number): Promise<FactReader> => {
  await lockActing(work, [memberId])
  return within(work)
}

const cardHolder = compileOnce(
  (_db, given: CardForms) =>
    sql<{ id: number }>`select m.id from cards c join members m on m.id = c.member_id
      where ${isCard(given)} and c.state = 'active' for no key update of m`,
)

/**
 * The same for the member whose card this is; null for an unknown card. Facts are read after it, because the card may
 * have ended while the lock was waited for.
 */
export const lockCardHolder = async ({ tx }: Work, card: string): Promise<number | null> =>
  (await tx.executeQuery(cardHolder(withPlain({ card })))).rows[0]?.id ?? null

export const isOnSite = (memberId: Expression<number>) =>
  sql<boolean>`exists (select from visits v where v.member_id = ${memberId} and v.signed_out_at is null)`

/** A certificate of a member, and the first day on which they do not have it any more. */
type HeldAward = { id: number; expires_on: Day | null }

/** Only where a device asks for any at all. */
const heldCertificates = sql<HeldAward[] | null>`case when exists (select from certificate_requirements) then (
  select json_agg(json_build_object('id', a.certificate_id, 'expires_on', a.expires_on))
  from awards a where a.member_id = m.id and a.ended_at is null
) end`

/** What counts of a member, whatever the device; for queries that call the member `m`. */
export const memberFactColumns = [
  sql<MemberState>`m.state`.as('state'),
  sql<boolean>`m.suspended_at is not null`.as('is_suspended'),
  sql<boolean>`exists (select from cards c where c.member_id = m.id and c.state = 'active')`.as('has_card'),
  isOnSite(sql.ref('m.id')).as('is_on_site'),
  sql<number>`coalesce((select b.balance_cents from balances b where b.member_id = m.id), 0)`.as('balance_cents'),
  heldCertificates.as('held_certificates'),
] as const

/** Nearly no device asks for any, and the list of those that do is read once, whatever the number of devices. */
const requiredCertificates = sql<{ id: number; name: string }[] | null>`case
  when d.id = any(array(select q.device_id from certificate_requirements q)) then (
    select json_agg(json_build_object('id', c.id, 'name', c.name) order by lower(c.name))
    from certificate_requirements q join certificates c on c.id = q.certificate_id where q.device_id = d.id
  ) end`

/** What counts of a device, whatever the member; for queries that call it `d`. */
export const deviceFactColumns = [
  sql<DeviceKind>`d.kind`.as('kind'),
  sql<boolean>`d.is_locked_out`.as('is_locked_out'),
  sql<boolean>`d.is_exempt_from_signin`.as('is_exempt_from_signin'),
  sql<boolean>`exists (select from device_drivers r where r.device_id = d.id)`.as('is_relay'),
  sql<
    number | null
  >`(select p.min_balance_cents from machine_prices p where p.device_id = d.id and d.kind = 'interlock')`.as(
    'min_balance_cents',
  ),
  sql<boolean>`(d.kind = 'interlock' and exists (select from machine_prices p where p.device_id = d.id
    and (p.cost_per_session_cents > 0 or p.cost_per_hour_cents > 0 or p.cost_per_kwh_cents > 0
      or p.min_balance_cents is not null)))`.as('is_paid_machine'),
  requiredCertificates.as('required_certificates'),
] as const

/** Whether the member may use the device at all; for queries that call them `m` and `d`. */
export const isGranted = sql<boolean>`exists (select from grants g where g.member_id = m.id and g.device_id = d.id)`.as(
  'is_granted',
)

type MemberFactRow = {
  state: MemberState
  is_suspended: boolean
  has_card: boolean
  is_on_site: boolean
  balance_cents: number
  held_certificates: HeldAward[] | null
}

type DeviceFactRow = {
  kind: DeviceKind
  is_locked_out: boolean
  is_exempt_from_signin: boolean
  is_relay: boolean
  min_balance_cents: number | null
  is_paid_machine: boolean
  required_certificates: { id: number; name: string }[] | null
}

type FactRows = {
  member: Readonly<MemberFactRow>
  device: Readonly<DeviceFactRow>
  isGranted: boolean
  space: SpaceFacts
}

/** The member `m` has every certificate that the device of the grant `g` asks for; few devices ask for any. */
export const hasCertificates = (today: Day) => sql<boolean>`(
  g.device_id <> all(array(select q.device_id from certificate_requirements q))
  or not exists (
    select from certificate_requirements q where q.device_id = g.device_id and not exists (
      select from awards a where a.member_id = m.id and a.certificate_id = q.certificate_id
        and a.ended_at is null and (a.expires_on is null or a.expires_on > ${today}::date)
    )
  ))`

/** The certificates that keep the member from a device. One that ends today does not count any more. */
export const missingCertificates = ({
  member,
  device,
  space,
}: Omit<FactRows, 'isGranted'>): { id: number; name: string }[] => {
  const { required_certificates: required } = device
  if (required === null) return []
  const held = (member.held_certificates ?? [])
    .filter(({ expires_on }) => expires_on === null || expires_on > space.today)
    .map(({ id }) => id)
  return required.filter(({ id }) => !held.includes(id))
}

/** The facts about a card at a device. Every decision is made from these, and nothing else makes them. */
export const cardFactsOf = (rows: FactRows): CardFacts => {
  const { member, device, space } = rows
  // A vending machine sells to every member: it needs neither a grant nor a visit.
  const isVending = device.kind === 'memberbucks'
  return {
    // The member who uses a relay from a screen is logged in and needs no card.
    hasCard: member.has_card || device.is_relay,
    state: member.state,
    isSuspended: member.is_suspended,
    isGranted: rows.isGranted || isVending,
    lacksCertificate: !isVending && missingCertificates(rows).length > 0,
    needsVisit: space.isSignInAsked && !device.is_exempt_from_signin && !isVending,
    isOnSite: member.is_on_site,
    isBalanceOff: !space.isBalanceOn && (isVending || device.is_paid_machine),
    lacksBalance: device.min_balance_cents !== null && member.balance_cents < device.min_balance_cents,
    isLockedOut: device.is_locked_out,
  }
}

export type CardAtDevice = { deviceId: number; card: string }

/** What decides about an active card at a device: nothing for an unknown card. */
export const selectCardFacts = (db: ReadonlyKysely<Database>, given: CardAtDevice & CardForms) =>
  db
    .selectFrom('cards as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .innerJoin('devices as d', (on) => on.on('d.id', '=', given.deviceId))
    .select(['m.id', ...memberFactColumns, ...deviceFactColumns, isGranted])
    .where(isCard(given))
    .where('c.state', '=', 'active')

const cardRow = selectOnce(selectCardFacts)

type ReadCard = { memberId: number; balanceCents: number }

/** Whose card this is, and what decides whether it works on this device; null for an unknown card. */
export const findCardFacts = async (ctx: Ctx, input: CardAtDevice): Promise<(CardFacts & ReadCard) | null> => {
  const space = await findSpaceFacts(ctx)
  const row = await cardRow.first(ctx, withPlain(input))
  if (!row) return null
  return {
    ...cardFactsOf({ member: row, device: row, isGranted: row.is_granted, space }),
    memberId: row.id,
    balanceCents: row.balance_cents,
  }
}
