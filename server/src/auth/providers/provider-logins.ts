import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangePart, type Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import type { ClientAddress } from '../client-address.ts'
import { mailStrongLoginJob } from '../jobs.ts'
import { recordFailedLogin } from '../limits/failed-logins.ts'
import { rememberPlace } from '../limits/login-limits.ts'
import type { Throttle } from '../limits/throttle.ts'
import { sendNewVerifyLink, unverifiedError } from '../logins.ts'
import { startSession } from '../sessions.ts'
import { checkSecondFactor } from '../strong/second-factors.ts'
import { describeLoginDevice } from '../user-agents.ts'
import { type Match, matchIdentity, type ProviderIdentity } from './matching.ts'
import { addProviderLink, findEmailOwner, findLinkedMember, refuseLinked, useProviderLink } from './provider-links.ts'
import type { LoginProvider } from './providers.ts'

export type ProviderLogin = {
  provider: LoginProvider
  identity: ProviderIdentity
  client: ClientAddress
  throttle: Throttle
  /** The second factor, of members who have one. */
  code?: string | undefined
}

/** Whose login this is by what is known now. */
export const findMatch = async (
  ctx: Ctx,
  { provider, identity }: Pick<ProviderLogin, 'provider' | 'identity'>,
): Promise<{ match: Match; email: string | null; verifiedAt: Date | null }> => {
  const [linked, owner] = await Promise.all([
    findLinkedMember(ctx, { providerId: provider.id, subject: identity.subject }),
    findEmailOwner(ctx, { providerId: provider.id, email: identity.email }),
  ])
  const { mayRegister } = provider
  const match = matchIdentity({ identity, linkedTo: linked?.memberId ?? null, owner, mayRegister })
  return { match, email: linked?.email ?? identity.email, verifiedAt: linked?.verifiedAt ?? null }
}

/** A provider may be turned off or removed while its members are on the way. */
export const refuseOff = async ({ tx }: Work, providerId: number) => {
  const row = await tx
    .selectFrom('login_providers')
    .select('is_on')
    .where('id', '=', providerId)
    .forShare()
    .executeTakeFirst()
  if (!row?.is_on) throw new AppError('providerOff')
}

/** Links the account of a member who comes with it for the first time, if their address is still the one that was confirmed. */
const linkFirst = async (
  work: Work,
  input: { memberId: number; provider: LoginProvider; identity: ProviderIdentity },
) => {
  const { memberId, identity } = input
  const member = await work.tx
    .selectFrom('members')
    .select(['email_verified_at', sql<boolean>`lower(email) = ${identity.email}`.as('isOwner')])
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member?.isOwner || member.email_verified_at === null) throw new AppError('providerMemberUnconfirmed')
  const part = await addProviderLink(work, input)
  await addJob(work, mailStrongLoginJob, { memberId, what: 'providerLinked' })
  return part
}

type ProviderEntry = Pick<ProviderLogin, 'provider' | 'identity' | 'client'> & {
  memberId: number
  isFirst: boolean
  isStrong: boolean
  /** What else belongs to the same transaction. */
  also?: (work: Work) => Promise<void>
}

const enter = (ctx: Ctx, input: ProviderEntry): Promise<string> => {
  const { memberId, provider, identity, client, isFirst, isStrong } = input
  return refuseLinked(() =>
    change(ctx, 'account.loggedInByProvider', async (work) => {
      await refuseOff(work, provider.id)
      const parts: ChangePart[] = isFirst ? [await linkFirst(work, { memberId, provider, identity })] : []
      if ((await useProviderLink(work, { providerId: provider.id, identity })) !== memberId)
        throw new AppError('providerLoginGone')
      await input.also?.(work)
      const { token, tell } = await startSession(work, { memberId, client, isStrong })
      return {
        result: token,
        subject: { kind: 'member', id: memberId },
        data: { name: provider.name, address: client.address, ...describeLoginDevice(client) },
        tell: [...tell, screens.notice({ topic: 'profile', audience: { memberId } })],
        also: parts,
      }
    }),
  )
}

/**
 * Logs in the member the provider named: the token of the session comes back, null for a person who may register. The
 * account there is one factor, so a member who has a second is asked for it: `secondFactorNeeded`.
 */
export const logInByProvider = async (
  ctx: Ctx,
  login: ProviderLogin & Pick<ProviderEntry, 'also'>,
): Promise<string | null> => {
  const { client, throttle, code } = login
  const { match, email, verifiedAt } = await findMatch(ctx, login)
  if (match.kind === 'new') return null
  const address = email ?? ''
  if (match.kind === 'refused') {
    const { reason, memberId } = match
    if (memberId !== undefined)
      await recordFailedLogin(ctx, { email: address, memberId, reason: 'provider refused', client, throttle })
    if (reason === 'providerMemberUnconfirmed' && memberId !== undefined)
      await sendNewVerifyLink(ctx, { memberId, login: { email: address, client, throttle } })
    throw new AppError(reason)
  }
  const { memberId } = match
  if (match.kind === 'linked' && verifiedAt === null) {
    await sendNewVerifyLink(ctx, { memberId, login: { email: address, client, throttle } })
    throw unverifiedError(ctx)
  }
  const isStrong = await checkSecondFactor(ctx, { memberId, email: address, code, client, throttle })
  const token = await enter(ctx, { ...login, memberId, isFirst: match.kind === 'first', isStrong })
  await rememberPlace({ email: address, client, throttle })
  return token
}
