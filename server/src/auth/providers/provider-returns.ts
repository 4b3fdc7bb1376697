import type { ProviderOutcome, ProviderReturn, TestedProvider } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { proofMinutes } from '@spacekeeper/contract/auth/words.ts'
import { errors } from '@spacekeeper/contract/error-codes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import type { ClientAddress } from '../client-address.ts'
import type { Count, Throttle } from '../limits/throttle.ts'
import { markProven, strengthNotices } from '../strong/session-strength.ts'
import { describeLoginDevice } from '../user-agents.ts'
import { type AttemptPurpose, claimAttempt, keepIdentity, storeAttempt } from './attempts.ts'
import { providerPersonOf, type ProviderIdentity } from './matching.ts'
import { askIdentity, buildAddress } from './openid-client.ts'
import { findLinkedMember, linkOwn } from './provider-links.ts'
import { findMatch, logInByProvider } from './provider-logins.ts'
import { findProvider, getOpenProvider, type LoginProvider } from './providers.ts'

/** Where every provider sends browsers back to. */
export const redirectUriOf = ({ siteUrl }: Pick<Ctx, 'siteUrl'>): string => `${siteUrl}/login/provider`

const countOf = (client: ClientAddress): Count => ['providerLoginsPerAddress', client.network]

type StartedAttempt = {
  providerId: number
  purpose: AttemptPurpose
  browser: string
  next?: string | undefined
  client: ClientAddress
  throttle: Throttle
}

/** Begins a way to a provider: the address the browser goes to. */
export const startAttempt = async (ctx: Ctx, input: StartedAttempt): Promise<{ address: string }> => {
  const { providerId, purpose, browser, next = null, client, throttle } = input
  await throttle.take(countOf(client))
  const found = purpose === 'test' ? await findProvider(ctx, providerId) : await getOpenProvider(ctx, providerId)
  if (!found) throw new AppError('notFound')
  const memberId = purpose === 'logIn' ? null : memberOf(ctx).id
  const state = newToken()
  const redirectUri = redirectUriOf(ctx)
  const { address, checks } = await buildAddress(ctx, {
    provider: found,
    state,
    redirectUri,
    isProof: purpose === 'confirm',
  })
  await storeAttempt(ctx, { state, providerId, purpose, memberId, browser, checks, next })
  return { address }
}

/** What came of it, and the token of the session where it logged in. */
export type AttemptResult = { outcome: ProviderOutcome; token: string | null }

export const providerOutcomeOf = (
  outcome: ProviderOutcome['outcome'],
  facts: Partial<ProviderOutcome> & { providerName: string },
): ProviderOutcome => ({ outcome, next: null, person: null, test: null, ...facts })

type ReturnedLogin = { returned: ProviderReturn; browser: string; client: ClientAddress; throttle: Throttle }

type AnsweredLogin = {
  provider: LoginProvider
  identity: ProviderIdentity
  claims: Record<string, unknown>
  next: string | null
}

/** A login, or what is still missing for one. */
const finishLogin = async (ctx: Ctx, input: ReturnedLogin & AnsweredLogin): Promise<AttemptResult> => {
  const { provider, identity, next, client, throttle } = input
  const { state } = input.returned
  const providerName = provider.name
  try {
    const token = await logInByProvider(ctx, { provider, identity, client, throttle })
    if (token !== null) {
      await throttle.giveBack(countOf(client))
      return { token, outcome: providerOutcomeOf('loggedIn', { providerName, next }) }
    }
    await keepIdentity(ctx, { state, identity })
    return {
      token: null,
      outcome: providerOutcomeOf('registration', { providerName, person: providerPersonOf(identity) }),
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'secondFactorNeeded') throw error
    await keepIdentity(ctx, { state, identity })
    return { token: null, outcome: providerOutcomeOf('codeNeeded', { providerName }) }
  }
}

/** So old a login at the provider is no proof; one that does not say how old it is counts, as it does when it logs in. */
const refuseStale = (ctx: Ctx, claims: Record<string, unknown>) => {
  const at = claims['auth_time']
  if (typeof at === 'number' && ctx.now().getTime() - at * 1000 > proofMinutes * 60_000)
    throw new AppError('providerOtherPerson')
}

/** The caller has proven who they are by logging in at a provider they linked. It is one factor, as a password is. */
const confirmByProvider = async (ctx: Ctx, { provider, identity, claims, client }: AnsweredLogin & ReturnedLogin) => {
  const { id: memberId } = memberOf(ctx)
  const linked = await findLinkedMember(ctx, { providerId: provider.id, subject: identity.subject })
  if (linked?.memberId !== memberId) throw new AppError('providerOtherPerson')
  refuseStale(ctx, claims)
  await change(ctx, 'account.confirmed', async (work) => {
    await markProven(work, false)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { way: 'provider', address: client.address, ...describeLoginDevice(client) },
      tell: strengthNotices(memberId),
    }
  })
}

const shownClaims = (claims: Record<string, unknown>) =>
  Object.entries(claims)
    .slice(0, 50)
    .map(([claim, value]) => ({
      claim,
      value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 500),
    }))

/** What a login with this account would lead to, without doing it. */
const describeTest = async (ctx: Ctx, { provider, identity, claims }: AnsweredLogin): Promise<TestedProvider> => {
  const { match } = await findMatch(ctx, { provider, identity })
  const says = {
    linked: 'This account is linked, so its member would be logged in.',
    first: 'The confirmed email address belongs to a member here, whose account would be linked at their first login.',
    new: 'No account here has this email address, so this person could create one.',
    refused: match.kind === 'refused' ? `The login would be refused: ${errors[match.reason].text}` : '',
  }
  return { claims: shownClaims(claims), says: says[match.kind], isWell: match.kind !== 'refused' }
}

/** Takes what a provider sent back, once, and does what was begun. */
export const finishAttempt = async (ctx: Ctx, input: ReturnedLogin): Promise<AttemptResult> => {
  const { returned, browser } = input
  const attempt = await claimAttempt(ctx, { state: returned.state, browser })
  const { providerId, purpose, memberId, checks, next } = attempt
  const isOthers = memberId !== null && (ctx.actor.kind !== 'member' || ctx.actor.id !== memberId)
  if (isOthers) throw new AppError('providerOtherPerson')
  const provider = await (purpose === 'test' ? findProvider(ctx, providerId) : getOpenProvider(ctx, providerId))
  if (!provider) throw new AppError('providerOff')
  const address = new URL(redirectUriOf(ctx))
  for (const [name, value] of Object.entries(returned)) if (value !== undefined) address.searchParams.set(name, value)
  const told = await askIdentity(ctx, { provider, checks, state: returned.state, returned: address })
  const answered = { ...input, ...told, provider, next }
  if (purpose === 'logIn') return finishLogin(ctx, answered)
  const providerName = provider.name
  if (purpose === 'link') {
    await linkOwn(ctx, answered)
    return { token: null, outcome: providerOutcomeOf('linked', { providerName }) }
  }
  if (purpose === 'confirm') {
    await confirmByProvider(ctx, answered)
    return { token: null, outcome: providerOutcomeOf('confirmed', { providerName, next }) }
  }
  return {
    token: null,
    outcome: providerOutcomeOf('tested', { providerName, test: await describeTest(ctx, answered) }),
  }
}
