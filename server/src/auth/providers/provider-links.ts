import type { OwnProvider } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { mostProviders } from '@spacekeeper/contract/auth/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangePart, type Work } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { lockMember } from '../../members/member-row.ts'
import { mailStrongLoginJob } from '../jobs.ts'
import type { EmailOwner, ProviderIdentity } from './matching.ts'

const linkNotices = (memberId: number) => [screens.notice({ topic: 'profile', audience: { memberId } })]

/** The member who linked this account at the provider; null where none has. */
export const findLinkedMember = async (
  ctx: Ctx,
  { providerId, subject }: { providerId: number; subject: string },
): Promise<{ memberId: number; email: string; verifiedAt: Date | null } | null> => {
  const row = await ctx.db
    .selectFrom('provider_links as l')
    .innerJoin('members as m', 'm.id', 'l.member_id')
    .select(['m.id as memberId', 'm.email', 'm.email_verified_at as verifiedAt'])
    .where('l.provider_id', '=', providerId)
    .where('l.subject', '=', subject)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The member with this address, and whether they linked an account at this provider. */
export const findEmailOwner = async (
  ctx: Ctx,
  { providerId, email }: { providerId: number; email: string | null },
): Promise<EmailOwner | null> => {
  if (email === null) return null
  const row = await ctx.db
    .selectFrom('members as m')
    .select(['m.id as memberId', sql<boolean>`m.email_verified_at is not null`.as('isVerified')])
    .select(
      sql<boolean>`exists (select from provider_links l where l.member_id = m.id and l.provider_id = ${providerId})`.as(
        'isLinkedToOther',
      ),
    )
    .where(sql`lower(m.email)`, '=', email)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

type NewProviderLink = {
  memberId: number
  provider: { id: number; name: string }
  identity: ProviderIdentity
}

/** What the database says of an account or a member that is linked already. */
const clashes = {
  provider_links_subject: 'providerLinked',
  provider_links_member: 'providerOtherAccount',
} as const

/** Runs what links an account, and says whose it is already where it is. */
export const refuseLinked = <T>(run: () => Promise<T>): Promise<T> => onUnique(clashes, run)

/** Links an account in the transaction of a change; its part of it comes back. The member is told by email, in case it was not them. */
export const addProviderLink = async (
  { tx, now }: Work,
  { memberId, provider, identity }: NewProviderLink,
): Promise<ChangePart> => {
  await tx
    .insertInto('provider_links')
    .values({
      member_id: memberId,
      provider_id: provider.id,
      subject: identity.subject,
      email: identity.email,
      linked_at: now,
    })
    .execute()
  return {
    event: 'account.providerLinked',
    subject: { kind: 'member', id: memberId },
    data: { name: provider.name, providerId: provider.id },
    tell: linkNotices(memberId),
  }
}

/** Notes a login with a linked account; whose it is comes back, null where it was unlinked meanwhile. */
export const useProviderLink = async (
  { tx, now }: Work,
  { providerId, identity }: { providerId: number; identity: ProviderIdentity },
): Promise<number | null> => {
  const row = await tx
    .updateTable('provider_links')
    .set({ last_used_at: now, email: identity.email })
    .where('provider_id', '=', providerId)
    .where('subject', '=', identity.subject)
    .returning('member_id')
    .executeTakeFirst()
  return row?.member_id ?? null
}

/** Links an account to the member who is logged in. */
export const linkOwn = (
  ctx: Ctx,
  { provider, identity }: Pick<NewProviderLink, 'provider' | 'identity'>,
): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  return refuseLinked(() =>
    change(ctx, 'account.providerLinked', async (work) => {
      await lockMember(work, memberId)
      const part = await addProviderLink(work, { memberId, provider, identity })
      await addJob(work, mailStrongLoginJob, { memberId, what: 'providerLinked' })
      return { ...part, result: undefined }
    }),
  )
}

export const listOwnProviders = async (ctx: Ctx): Promise<OwnProvider[]> => {
  const rows = await ctx.db
    .selectFrom('login_providers as p')
    .leftJoin('provider_links as l', (on) =>
      on.onRef('l.provider_id', '=', 'p.id').on('l.member_id', '=', memberOf(ctx).id),
    )
    .select(['p.id', 'p.name', 'p.is_on', 'l.id as linkId', 'l.email', 'l.linked_at', 'l.last_used_at'])
    .where((is) => is.or([is('p.is_on', '=', true), is('l.id', 'is not', null)]))
    .orderBy(sql`lower(p.name)`)
    .limit(mostProviders)
    .execute()
  return rows.map((row) => ({
    providerId: row.id,
    name: row.name,
    isOn: row.is_on,
    link: row.linked_at && {
      email: row.email,
      linkedAt: row.linked_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    },
  }))
}

/** Of a member: whether they linked an account at a provider that is turned on, other than this one. */
const openLinkOf = (memberId: number, exceptId: number | null) =>
  sql<boolean>`exists (select from provider_links l join login_providers p on p.id = l.provider_id
    where l.member_id = ${memberId} and p.is_on and l.provider_id is distinct from ${exceptId}::int)`

/** Whether a member can log in with an account at a provider. */
export const hasOpenLink = async ({ tx }: Work, memberId: number): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`select ${openLinkOf(memberId, null)} as has`.execute(tx)
  return rows[0]?.has ?? false
}

/** Whether a member gets in without this provider: by a password, a passkey or another provider that is turned on. */
const hasOtherWay = async ({ tx }: Work, { memberId, providerId }: { memberId: number; providerId: number }) => {
  const row = await tx
    .selectFrom('members as m')
    .select('m.id')
    .where('m.id', '=', memberId)
    .where(
      sql<boolean>`(m.password_hash is not null or exists (select from passkeys k where k.member_id = m.id)
        or ${openLinkOf(memberId, providerId)})`,
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Unlinks the caller's account at a provider, unless it is all that lets them in. */
export const unlinkProvider = (ctx: Ctx, providerId: number): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  return change(ctx, 'account.providerUnlinked', async (work) => {
    await lockMember(work, memberId)
    const provider = await work.tx
      .selectFrom('provider_links as l')
      .innerJoin('login_providers as p', 'p.id', 'l.provider_id')
      .select(['p.name'])
      .where('l.member_id', '=', memberId)
      .where('l.provider_id', '=', providerId)
      .executeTakeFirst()
    if (!provider) throw new AppError('notFound')
    if (!(await hasOtherWay(work, { memberId, providerId }))) throw new AppError('lastProvider')
    await work.tx
      .deleteFrom('provider_links')
      .where('member_id', '=', memberId)
      .where('provider_id', '=', providerId)
      .execute()
    await addJob(work, mailStrongLoginJob, { memberId, what: 'providerUnlinked' })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { name: provider.name, providerId },
      tell: linkNotices(memberId),
    }
  })
}
