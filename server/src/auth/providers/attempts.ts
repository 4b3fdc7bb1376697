import { providerMinutes } from '@spacekeeper/contract/auth/words.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { cookieName, readCookie } from '#platform/http/credential.ts'
import { decrypt, encrypt } from '#platform/secrets/encryption.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { ProviderIdentity } from './matching.ts'
import { Checks } from './openid-client.ts'

export type AttemptPurpose = 'logIn' | 'link' | 'confirm' | 'test'

const browserName = 'provider'

/** What tells the browser that began a login at a provider from all others; several tabs share it. */
export const markAttempts = (
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): string => {
  const isSecure = services.siteUrl.startsWith('https:')
  const token = readCookie(request, browserName) ?? newToken()
  reply.setCookie(cookieName(browserName, isSecure), token, {
    path: '/',
    httpOnly: true,
    // Not `strict`: the browser comes back from another site.
    sameSite: 'lax',
    secure: isSecure,
    maxAge: 2 * providerMinutes * 60,
  })
  return token
}

/** The same of a browser that comes back; nothing where it began nothing. */
export const attemptsOf = (request: FastifyRequest): string => readCookie(request, browserName) ?? ''

export type NewAttempt = {
  state: string
  providerId: number
  purpose: AttemptPurpose
  memberId: number | null
  browser: string
  checks: Checks
  next: string | null
}

const laterThan = (now: Date) => new Date(now.getTime() + providerMinutes * 60_000)

export const storeAttempt = (ctx: Ctx, attempt: NewAttempt): Promise<void> =>
  record(ctx, async ({ tx }) => {
    await tx
      .insertInto('provider_attempts')
      .values({
        state_hash: hashToken(attempt.state),
        provider_id: attempt.providerId,
        purpose: attempt.purpose,
        member_id: attempt.memberId,
        browser_hash: hashToken(attempt.browser),
        sealed: encrypt(ctx.secretKey, JSON.stringify(attempt.checks)),
        next: attempt.next,
        expires_at: laterThan(ctx.now()),
      })
      .execute()
    return { result: undefined }
  })

type AttemptKey = { state: string; browser: string }

export type ProviderAttempt = Pick<NewAttempt, 'providerId' | 'purpose' | 'memberId' | 'checks' | 'next'>

/** Takes an attempt that comes back, in one statement: of two answers, in whatever process, the second finds nothing. */
export const claimAttempt = (ctx: Ctx, { state, browser }: AttemptKey): Promise<ProviderAttempt> =>
  record(ctx, async ({ tx }) => {
    const row = await tx
      .updateTable('provider_attempts')
      .set({ answered_at: ctx.now() })
      .where('state_hash', '=', hashToken(state))
      .where('browser_hash', '=', hashToken(browser))
      .where('answered_at', 'is', null)
      .where('expires_at', '>', ctx.now())
      .returning(['provider_id', 'purpose', 'member_id', 'sealed', 'next'])
      .executeTakeFirst()
    if (!row) throw new AppError('providerLoginGone')
    const { provider_id: providerId, purpose, member_id: memberId, sealed, next } = row
    const checks = Checks.parse(JSON.parse(decrypt(ctx.secretKey, sealed)))
    return { result: { providerId, purpose, memberId, checks, next } }
  })

/** Keeps who the provider said it was, while a second factor or a registration is missing. */
export const keepIdentity = (ctx: Ctx, { state, identity }: { state: string; identity: ProviderIdentity }) =>
  record(ctx, async ({ tx }) => {
    await tx
      .updateTable('provider_attempts')
      .set({ identity_sealed: encrypt(ctx.secretKey, JSON.stringify(identity)), expires_at: laterThan(ctx.now()) })
      .where('state_hash', '=', hashToken(state))
      .execute()
    return { result: undefined }
  })

export type KnownAttempt = { providerId: number; identity: ProviderIdentity; next: string | null }

/** A login that came back and waits for what was missing. */
export const findKnownAttempt = async (ctx: Ctx, { state, browser }: AttemptKey): Promise<KnownAttempt> => {
  const row = await ctx.db
    .selectFrom('provider_attempts')
    .select(['provider_id', 'identity_sealed', 'next'])
    .where('state_hash', '=', hashToken(state))
    .where('browser_hash', '=', hashToken(browser))
    .where('purpose', '=', 'logIn')
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (!row || row.identity_sealed === null) throw new AppError('providerLoginGone')
  const identity = ProviderIdentity.parse(JSON.parse(decrypt(ctx.secretKey, row.identity_sealed)))
  return { providerId: row.provider_id, identity, next: row.next }
}

/** Ends an attempt that is done, in the transaction that used it; one that another used up meanwhile is refused. */
export const endAttempt = async ({ tx }: Work, state: string): Promise<void> => {
  const row = await tx
    .deleteFrom('provider_attempts')
    .where('state_hash', '=', hashToken(state))
    .returning('provider_id')
    .executeTakeFirst()
  if (!row) throw new AppError('providerLoginGone')
}
