import type { HouseholdRole } from '@spacekeeper/contract/billing/words.ts'
import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { billingNotices, type BillingWork, changeBilling, noteEvent } from '../billing-work.ts'
import { leaveAccess, paidMemberJob } from '../follow.ts'
import { mailPlanJob, type PlanMailOrder } from '../mails.ts'
import { getCurrent, lockPayer, lockSubscription, type Subscription } from '../subscription-row.ts'

const addressOf = async ({ tx }: BillingWork, memberId: number): Promise<string> => {
  const row = await tx.selectFrom('members').select('email').where('id', '=', memberId).executeTakeFirst()
  return plainEmail(row?.email ?? '')
}

const mail = (work: BillingWork, order: PlanMailOrder) => addJob(work, mailPlanJob, order)

/**
 * Places that are left on the smallest of some plans beside the payer, the people and, where they count, those who are
 * invited.
 */
const freePlaces = async (
  { tx }: BillingWork,
  { subscriptionId, planIds, countsInvited }: { subscriptionId: number; planIds: number[]; countsInvited: boolean },
): Promise<number> => {
  const { rows } = await sql<{ free: number }>`select min(p.max_people) - 1
      - (select count(*) from household_people where subscription_id = ${subscriptionId} and left_at is null)::int
      - case when ${countsInvited} then
          (select count(*) from household_invitations where subscription_id = ${subscriptionId})::int else 0 end as free
    from plans p where p.id = any(${planIds}::int[])`.execute(tx)
  return rows[0]?.free ?? 0
}

/** The plan that a subscription has, and the one it is to have next: who joins is to fit both. */
const plansOf = ({ planId, nextPlanId }: Subscription): number[] => [planId, nextPlanId ?? planId]

/** How many people of a household would be too many for a plan. */
export const tooManyFor = async (
  work: BillingWork,
  { subscriptionId, planId }: { subscriptionId: number; planId: number },
): Promise<number> =>
  Math.max(0, -(await freePlaces(work, { subscriptionId, planIds: [planId], countsInvited: false })))

type NewInvitation = { memberId: number; email: string; role: HouseholdRole }

const checkInvitee = async (work: BillingWork, subscription: Subscription, email: string) => {
  const { tx } = work
  if ((await addressOf(work, subscription.memberId)) === plainEmail(email))
    throw badField('email', 'This is your own address.')
  const { rows } = await sql`select from household_people h join members m on m.id = h.member_id
    where h.subscription_id = ${subscription.id} and h.left_at is null and lower(m.email) = lower(${email})`.execute(tx)
  if (rows.length > 0) throw badField('email', 'They’re in your household already.')
}

/**
 * Offers a place in a household to an address. Whether it has an account is not said: its owner reads of it by email,
 * and takes the place in the portal once the address is theirs there. Sent again, it is mailed again.
 */
export const inviteToHousehold = (
  ctx: Ctx,
  { memberId, email, role }: NewInvitation,
): Promise<{ invitationId: number }> =>
  changeBilling(ctx, 'billing.householdInvited', async (work) => {
    const { tx } = work
    const subscription = await getCurrent(work, memberId)
    await checkInvitee(work, subscription, email)
    const invited = await tx
      .selectFrom('household_invitations')
      .select('id')
      .where('subscription_id', '=', subscription.id)
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .executeTakeFirst()
    const facts = { subscriptionId: subscription.id, planIds: plansOf(subscription), countsInvited: true }
    if (!invited && (await freePlaces(work, facts)) <= 0) throw new AppError('householdFull')
    const values = { subscription_id: subscription.id, email, role, invited_at: ctx.now() }
    const { id } = invited
      ? await tx
          .updateTable('household_invitations')
          .set({ role, invited_at: ctx.now() })
          .where('id', '=', invited.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx.insertInto('household_invitations').values(values).returning('id').executeTakeFirstOrThrow()
    noteEvent(work, 'billing.householdInvited', { memberId, invitationId: id, role })
    const about = { namedId: subscription.memberId, facts: { plan: subscription.planName } }
    await mail(work, { mail: 'householdInvited', memberId: null, invitationId: id, ...about })
    return { invitationId: id }
  })

type InvitationRow = { id: number; subscription_id: number; email: string; role: string; payer_id: number }

const findInvitation = async ({ tx }: BillingWork, id: number): Promise<InvitationRow> => {
  const row = await tx
    .selectFrom('household_invitations as i')
    .innerJoin('subscriptions as s', 's.id', 'i.subscription_id')
    .select(['i.id', 'i.subscription_id', 'i.email', 'i.role', 's.member_id as payer_id'])
    .where('i.id', '=', id)
    .forUpdate('i')
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

type InvitationReply = { memberId: number; invitationId: number }

/** The payer takes an invitation back, or the invited member declines it. */
export const withdrawInvitation = (ctx: Ctx, { memberId, invitationId }: InvitationReply): Promise<void> =>
  changeBilling(ctx, 'billing.householdUninvited', async (work) => {
    const invitation = await findInvitation(work, invitationId)
    const address = await addressOf(work, memberId)
    if (invitation.payer_id !== memberId && plainEmail(invitation.email) !== address) {
      throw new AppError('notFound')
    }
    await work.tx.deleteFrom('household_invitations').where('id', '=', invitationId).execute()
    noteEvent(work, 'billing.householdUninvited', { memberId: invitation.payer_id, invitationId })
  })

/** Places in households whose plan has ended count no more. */
const leaveEnded = async ({ tx, now }: BillingWork, memberId: number): Promise<void> => {
  await sql`update household_people h set left_at = ${now}::timestamptz from subscriptions s
    where s.id = h.subscription_id and s.state = 'ended' and h.member_id = ${memberId} and h.left_at is null`.execute(
    tx,
  )
}

const checkJoins = async (work: BillingWork, memberId: number): Promise<void> => {
  const { tx } = work
  await leaveEnded(work, memberId)
  const own = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '<>', 'ended')
    .executeTakeFirst()
  if (own)
    throw new AppError('hasPlan', { detail: 'You have a plan of your own. Cancel it, and join when it has ended.' })
  const other = await tx
    .selectFrom('household_people')
    .select('id')
    .where('member_id', '=', memberId)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (other) throw new AppError('inHousehold')
}

/** An invited member joins: their account and cards stay their own, the payer's plan covers them. */
export const joinHousehold = (ctx: Ctx, { memberId, invitationId }: InvitationReply): Promise<void> =>
  changeBilling(ctx, 'billing.householdJoined', async (work) => {
    const { tx } = work
    const found = await findInvitation(work, invitationId)
    const subscription = await lockSubscription(work, found.subscription_id)
    await lockPayer(work, memberId)
    if (plainEmail(found.email) !== (await addressOf(work, memberId))) throw new AppError('notFound')
    if (subscription.state === 'ended') throw new AppError('notFound')
    await checkJoins(work, memberId)
    const facts = { subscriptionId: subscription.id, planIds: plansOf(subscription), countsInvited: false }
    if ((await freePlaces(work, facts)) <= 0) throw new AppError('householdFull')
    const role = found.role === 'child' ? 'child' : 'adult'
    await tx
      .insertInto('household_people')
      .values({ subscription_id: subscription.id, member_id: memberId, role, joined_at: ctx.now() })
      .execute()
    await tx.deleteFrom('household_invitations').where('id', '=', invitationId).execute()
    noteEvent(work, 'billing.householdJoined', { memberId, payerId: subscription.memberId })
    noteForPayer(work, subscription.memberId)
    if (subscription.hasAccess) await addJob(work, paidMemberJob, { memberId })
    await mail(work, { mail: 'householdJoined', memberId: subscription.memberId, namedId: memberId, facts: {} })
  })

/** The payer's open screens show another household now. */
const noteForPayer = (work: BillingWork, payerId: number) => {
  const last = work.parts.at(-1)
  if (last) work.parts[work.parts.length - 1] = { ...last, tell: [...(last.tell ?? []), ...billingNotices(payerId)] }
}

/** The payer ends a place, or the person in it leaves. The account stays; a plan of their own is another matter. */
export const removePerson = (ctx: Ctx, { memberId, personId }: { memberId: number; personId: number }): Promise<void> =>
  changeBilling(ctx, 'billing.householdLeft', async (work) => {
    const { tx } = work
    const place = await tx
      .selectFrom('household_people as h')
      .innerJoin('subscriptions as s', 's.id', 'h.subscription_id')
      .select(['h.subscription_id', 'h.member_id', 's.member_id as payer_id'])
      .where('h.id', '=', personId)
      .where('h.left_at', 'is', null)
      .executeTakeFirst()
    if (!place || (place.member_id !== memberId && place.payer_id !== memberId)) throw new AppError('notFound')
    await lockSubscription(work, place.subscription_id)
    const { numUpdatedRows } = await tx
      .updateTable('household_people')
      .set({ left_at: ctx.now() })
      .where('id', '=', personId)
      .where('left_at', 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) throw new AppError('notFound')
    noteEvent(work, 'billing.householdLeft', { memberId: place.member_id, payerId: place.payer_id })
    noteForPayer(work, place.payer_id)
    await leaveAccess(work, place.member_id)
    await mail(work, { mail: 'householdRemoved', memberId: place.member_id, namedId: place.payer_id, facts: {} })
    if (place.member_id === memberId) {
      await mail(work, { mail: 'householdLeft', memberId: place.payer_id, namedId: place.member_id, facts: {} })
    }
  })

/** A member who takes a plan of their own is in no household any more; without access until that plan is paid, if so. */
export const leaveForOwnPlan = async (
  work: BillingWork,
  { memberId, hasAccess }: Pick<Subscription, 'memberId' | 'hasAccess'>,
): Promise<void> => {
  const { rows } = await sql<{ payerId: number }>`update household_people h set left_at = ${work.now}::timestamptz
    from subscriptions s where s.id = h.subscription_id and h.member_id = ${memberId} and h.left_at is null
    returning s.member_id as "payerId"`.execute(work.tx)
  for (const { payerId } of rows) {
    noteEvent(work, 'billing.householdLeft', { memberId, payerId })
    noteForPayer(work, payerId)
    if (!hasAccess) await leaveAccess(work, memberId)
  }
}
