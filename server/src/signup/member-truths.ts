import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'

/** Conditions that no row of `members` ever meets, whatever members, staff, money and the clock have done. */
const faults = {
  /** Only their plan had ended the membership, it goes on, and it gives access again. */
  paidAndOut: sql<boolean>`members.membership_state = 'inactive' and members.inactive_by = 'plan' and exists (
    select from subscriptions s
    left join household_people h on h.subscription_id = s.id and h.member_id = members.id and h.left_at is null
    where (s.member_id = members.id or h.member_id is not null) and s.has_access and s.state in ('active', 'cancelling')
      and greatest(s.created_at, h.joined_at) < members.inactive_since)`,
  /** Nothing settled an application as the membership began or ended. */
  openApplication: sql<boolean>`exists (select from applications a where a.member_id = members.id
    and a.state in ('waiting', 'asked') and (members.membership_state = 'active' or a.spell <> members.spell))`,
  /** Staff had made them inactive, and they came back without a person deciding it. */
  backByThemselves: sql<boolean>`exists (
    select from lateral (select id, event from audit_events where subject_kind = 'member' and subject_id = members.id
      and event in ('member.completeSignup', 'member.invoicePaid', 'member.activate', 'member.makeMember')
      order by id desc limit 1) began,
    lateral (select id, event from audit_events where subject_kind = 'member' and subject_id = members.id
      and event in ('member.deactivate', 'member.subscriptionEnded') and id < began.id order by id desc limit 1) ended
    where members.membership_state = 'active' and ended.event = 'member.deactivate'
      and began.event in ('member.completeSignup', 'member.invoicePaid')
      and not exists (select from audit_events where subject_kind = 'member' and subject_id = members.id
        and event = 'application.accepted' and id > ended.id and id <= began.id))`,
} as const satisfies Record<string, RawBuilder<boolean>>

export type MemberFault = keyof typeof faults

const names: readonly MemberFault[] = ['paidAndOut', 'openApplication', 'backByThemselves']

const mostFound = 100

/** Lists members who meet one of them, of all or of one. */
export const findMemberFaults = (
  ctx: Pick<Ctx, 'db'>,
  memberId: number | null = null,
): Promise<{ id: number; fault: MemberFault }[]> =>
  readRows(
    ctx,
    sql<{ id: number; fault: MemberFault }>`(select members.id, f.fault from members, lateral (values ${sql.join(
      names.map((name) => sql`(${name}::text, ${faults[name]})`),
    )}) f(fault, is_so) where f.is_so and members.closed_at is null
      and (${memberId}::int is null or members.id = ${memberId}::int) order by members.id limit ${mostFound}::int)`,
  )
