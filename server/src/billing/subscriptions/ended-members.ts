// On its own: storage and leaving ask it, which both stand above billing.
import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the membership of a row of `members`, called `m`, is over for good: the account is closed, or the membership is
 * inactive and no plan goes on, of their own or of a household. One that is overdue, paused or not paid yet goes on, and
 * a suspension ends no membership.
 */
export const isOverForGood: RawBuilder<boolean> = sql<boolean>`(m.closed_at is not null or (
  m.membership_state = 'inactive'
  and not exists (select from subscriptions live where live.member_id = m.id and live.state <> 'ended')
  and not exists (select from household_people h join subscriptions live on live.id = h.subscription_id
    where h.member_id = m.id and h.left_at is null and live.state <> 'ended')))`

/**
 * The moment from which it was over, of a row for which `isOverForGood` holds: it became inactive, or its last plan ended
 * later. Null where the portal did not note it.
 */
export const overSince: RawBuilder<Date | null> = sql<Date | null>`case when m.inactive_since is null then null else
  greatest(m.inactive_since, (select max(gone.ended_at) from subscriptions gone where gone.member_id = m.id)) end`
