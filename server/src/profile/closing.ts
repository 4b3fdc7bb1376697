import type { AccountClosing } from '@spacekeeper/contract/profile/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import type { Domains } from '#platform/domain.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Erased } from '#platform/personal-data.ts'
import { lockGrants } from '../access/grants.ts'
import { type PasswordCheck, checkPassword, lockCheckedMember } from '../auth/passwords.ts'
import { lockMember } from '../members/member-row.ts'
import { keepLastAdministrator } from '../members/roles.ts'
import { mailClosedJob } from './jobs.ts'

/** What closing the account would do now. */
export const getClosing = async (ctx: Ctx): Promise<AccountClosing> => {
  const row = await ctx.db
    .selectFrom('members as m')
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(['m.suspended_at', 'b.balance_cents'])
    .select([
      sql<number>`(select count(*)::int from cards c where c.member_id = m.id and c.state = 'active')`.as('cards'),
      sql<number>`(select count(*)::int from grants g join devices d on d.id = g.device_id
        where g.member_id = m.id and d.removed_at is null)`.as('devices'),
      sql<boolean>`exists (select from visits v where v.member_id = m.id and v.signed_out_at is null)`.as('is_on_site'),
      sql<boolean>`m.is_admin and not exists (select from members o where o.is_admin and o.id <> m.id
        and o.email_verified_at is not null and o.suspended_at is null)`.as('is_last_administrator'),
    ])
    .where('m.id', '=', memberOf(ctx).id)
    .executeTakeFirstOrThrow()
  return {
    cards: row.cards,
    devices: row.devices,
    isOnSite: row.is_on_site,
    balanceCents: row.balance_cents ?? 0,
    isSuspended: row.suspended_at !== null,
    isLastAdministrator: row.is_last_administrator,
  }
}

/**
 * Closes the caller's account for good: what names them is erased, and so is everything that lets them in. What is
 * kept, and why, stands in docs/decisions/0013-gdpr-erasure.md.
 */
export const closeAccount = async (
  ctx: Ctx,
  { domains, ...proof }: PasswordCheck & { domains: Domains },
): Promise<void> => {
  const proven = await checkPassword(ctx, proof)
  const { id } = proven
  await change(ctx, 'account.closed', async (tx) => {
    await keepLastAdministrator(tx, id)
    const { email } = await lockCheckedMember(tx, proven)
    const { first_name: firstName, last_name: lastName, suspended_at: suspendedAt } = await lockMember(tx, id)
    // Members are locked before grants, here as everywhere else.
    await lockGrants(tx)
    const closing = { ctx, memberId: id, now: ctx.now() }
    const erased: Erased[] = []
    for (const { personalData } of domains) erased.push((await personalData?.erase?.(tx, closing)) ?? {})
    await addJob(tx, mailClosedJob, { memberId: id, email, firstName, lastName, isSuspended: suspendedAt !== null })
    return {
      result: undefined,
      subject: { kind: 'member', id },
      data: Object.assign({}, ...erased.map(({ data }) => data)),
      tell: erased.flatMap(({ tell = [] }) => tell),
    }
  })
}
