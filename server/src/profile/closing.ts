import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import type { AccountClosing } from '@spacekeeper/contract/profile/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type ChangeResult, type Work, change } from '#platform/db/change.ts'
import type { Domains } from '#platform/domain.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import type { ErasureResult } from '#platform/personal-data.ts'
import { fullName } from '#platform/shown-name.ts'
import { lockGrants } from '../access/grants.ts'
import { type PasswordCheck, checkOwner, lockCheckedMember } from '../auth/passwords/passwords.ts'
import { lockMember } from '../members/member-row.ts'
import { checkAuthority, keepAdministrator, keepLastAdministrator } from '../members/roles.ts'
import { messagesChanged } from '../messages/outbox.ts'
import { queueClosed } from './mails.ts'

/** What closing the account would do now, as members read it of their own and staff of those they may close. */
export const getClosing = async (ctx: Ctx, memberId: number): Promise<AccountClosing> => {
  const row = await ctx.db
    .selectFrom('members as m')
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(['m.id', 'm.is_admin', 'm.permissions', 'm.closed_at', 'm.suspended_at', 'b.balance_cents'])
    .select([
      sql<number>`(select count(*)::int from cards c where c.member_id = m.id and c.state = 'active')`.as('cards'),
      sql<number>`(select count(*)::int from grants g join devices d on d.id = g.device_id
        where g.member_id = m.id and d.removed_at is null)`.as('devices'),
      sql<number>`(select count(*)::int from interlock_sessions s where s.member_id = m.id and s.ended_at is null)`.as(
        'uses',
      ),
      sql<boolean>`exists (select from visits v where v.member_id = m.id and v.signed_out_at is null)`.as('is_on_site'),
      sql<boolean>`m.is_admin and not exists (select from members o where o.is_admin and o.id <> m.id
        and o.email_verified_at is not null and o.suspended_at is null)`.as('is_last_administrator'),
    ])
    .where('m.id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  if (row.closed_at !== null) throw new AppError('memberClosed')
  if (memberOf(ctx).id !== memberId) checkAuthority(ctx, { tasks: ['closing'], row })
  return {
    cards: row.cards,
    devices: row.devices,
    isOnSite: row.is_on_site,
    uses: row.uses,
    balanceCents: row.balance_cents ?? 0,
    isSuspended: row.suspended_at !== null,
    isLastAdministrator: row.is_last_administrator,
  }
}

type Leaver = { memberId: number; email: string; firstName: string; lastName: string; isSuspended: boolean }

/** What staff are told: who closed the account, where the member did not. */
type Closer = { closer: { id: number; name: string } | null }

/**
 * Erases what names a member, and everything that lets them in, within a transaction that holds the member's row. What
 * is kept, and why, stands in docs/decisions/0013-gdpr-erasure.md.
 */
const eraseFromAll = async (
  work: Work,
  { domains, memberId }: { domains: Domains; memberId: number },
): Promise<ChangeResult<undefined>> => {
  // Members are locked before grants, here as everywhere else.
  await lockGrants(work)
  const erased: ErasureResult[] = []
  for (const { personalData } of domains) erased.push((await personalData?.erase?.(work, memberId)) ?? {})
  return {
    result: undefined,
    subject: { kind: 'member', id: memberId },
    data: Object.assign({}, ...erased.map(({ data }) => data)),
    tell: [messagesChanged, ...erased.flatMap(({ tell = [] }) => tell)],
  }
}

/** The same, and says so by email. */
const eraseAccount = async (
  work: Work,
  { domains, leaver }: { domains: Domains; leaver: Leaver & Closer },
): Promise<ChangeResult<undefined>> => {
  const erased = await eraseFromAll(work, { domains, memberId: leaver.memberId })
  await queueClosed(work, leaver)
  return erased
}

const leaverOf = (row: Awaited<ReturnType<typeof lockMember>>): Leaver => ({
  memberId: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  isSuspended: row.suspended_at !== null,
})

/** Closes the caller's account for good. */
export const closeAccount = async (
  ctx: Ctx,
  { domains, ...proof }: PasswordCheck & { domains: Domains },
): Promise<void> => {
  const proven = await checkOwner(ctx, proof)
  const { id } = proven
  await change(ctx, 'account.closed', async (work) => {
    await keepLastAdministrator(work, id)
    await lockCheckedMember(work, proven)
    const leaver = leaverOf(await lockMember(work, id))
    return eraseAccount(work, { domains, leaver: { ...leaver, closer: null } })
  })
}

const nameOf = async ({ tx }: Work, memberId: number): Promise<string> => {
  const row = await tx
    .selectFrom('members')
    .select(['first_name', 'last_name'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return fullName(row)
}

/** Closes the account of a member who may be changed by the caller, and who is named once more by their address. */
export const closeMember = (
  ctx: Ctx,
  input: { memberId: number; confirmation: string; domains: Domains },
): Promise<void> =>
  change(ctx, 'member.closed', async (work) => {
    const { memberId, confirmation, domains } = input
    await keepAdministrator(work, memberId)
    const row = await lockMember(work, memberId)
    checkAuthority(ctx, { tasks: ['closing'], row })
    if (plainEmail(confirmation) !== plainEmail(row.email))
      throw badField('confirmation', `Please type “${row.email}”.`)
    const { id } = memberOf(ctx)
    const closer = { id, name: await nameOf(work, id) }
    return eraseAccount(work, { domains, leaver: { ...leaverOf(row), closer } })
  })

/** Erases an account that had been closed when an older copy of the database came back; false where it is closed or not there. */
export const eraseAgain = async (ctx: Ctx, input: { memberId: number; domains: Domains }): Promise<boolean> => {
  const { memberId } = input
  const row = await ctx.db.selectFrom('members').select('closed_at').where('id', '=', memberId).executeTakeFirst()
  if (!row || row.closed_at !== null) return false
  await change(ctx, 'account.erasedAgain', async (work) => {
    await lockMember(work, memberId)
    return eraseFromAll(work, input)
  })
  return true
}
