import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConsentQuestion } from '@spacekeeper/contract/openid/shapes.ts'
import type { SiteRefusal, SiteScope } from '@spacekeeper/contract/openid/words.ts'
import type Provider from 'oidc-provider'
import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { findMemberFacts } from '../sso/member-facts.ts'
import { keepConsent, loginNotices } from './logins.ts'
import { findSite, type Site, testClientId } from './protocol-clients.ts'
import { approvedResult, openProvider } from './provider.ts'
import { isLoginTooOld, knownScopes, ownConsentParam, scopesToAsk, siteRefusalOf } from './rules.ts'

/** A request as the library reads it: the cookie that says which browser a login waits in. */
export type RawExchange = { request: IncomingMessage; response: ServerResponse }

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** A login that waits in this very browser; another browser that knows its address does not find it. */
export const findInteraction = async (ctx: Ctx, { uid, exchange }: { uid: string; exchange: RawExchange }) => {
  const provider = await openProvider(ctx)
  const { errors } = await import('oidc-provider')
  try {
    const interaction = await provider.interactionDetails(exchange.request, exchange.response)
    if (interaction.uid !== uid) throw new AppError('notFound')
    return { provider, interaction }
  } catch (error) {
    throw error instanceof errors.SessionNotFound ? new AppError('notFound') : error
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** What a site wants of the age of the login at the portal. */
const wantedLogin = ({ prompt, params, iat }: Interaction) => ({
  requestedAt: new Date(iat * 1000),
  isAskedAnew: prompt.reasons.includes('login_prompt'),
  maxAgeSeconds: params['max_age'] === undefined ? null : Number(params['max_age']),
})

const findStart = async (ctx: Ctx): Promise<Date> => {
  const row = await ctx.db
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', memberOf(ctx).sessionId)
    .executeTakeFirst()
  if (!row) throw new AppError('notSignedIn')
  return row.created_at
}

const findAgreed = async (ctx: Ctx, siteId: number): Promise<string[] | null> => {
  const row = await ctx.db
    .selectFrom('openid_logins')
    .select('scopes')
    .where('member_id', '=', memberOf(ctx).id)
    .where('client_id', '=', siteId)
    .executeTakeFirst()
  return row?.scopes ?? null
}

const refusalOf = async (ctx: Ctx, site: Site): Promise<SiteRefusal | null> => {
  const caller = memberOf(ctx)
  if (caller.needsStrongLogin) return 'strong'
  // The test is for those who set sites up.
  if (site.clientId === testClientId && !caller.isAdmin) return 'state'
  const member = await findMemberFacts(ctx, caller.id)
  return member ? siteRefusalOf(member, site.states) : 'suspended'
}

type SiteQuestion = {
  site: Site
  asked: SiteScope[]
  toAsk: SiteScope[]
  refusal: SiteRefusal | null
  needsLogin: boolean
  startedAt: Date
}

/** What has to be settled before this login goes on. */
export const findQuestion = async (ctx: Ctx, interaction: Interaction): Promise<SiteQuestion> => {
  const site = await findSite(ctx, textOf(interaction.params['client_id']))
  if (!site) throw new AppError('notFound')
  const asked = knownScopes(textOf(interaction.params['scope']).split(' '))
  const agreed = site.id === null ? [] : await findAgreed(ctx, site.id)
  const { prompt, [ownConsentParam]: isOwnConsent } = interaction.params
  const isAskedAnew = isOwnConsent === undefined && textOf(prompt).split(' ').includes('consent')
  const startedAt = await findStart(ctx)
  return {
    site,
    asked,
    toAsk: site.isTrusted ? [] : scopesToAsk(asked, isAskedAnew ? null : agreed),
    refusal: await refusalOf(ctx, site),
    needsLogin: isLoginTooOld(startedAt, { ...wantedLogin(interaction), now: ctx.now() }),
    startedAt,
  }
}

export const describeQuestion = ({ site, toAsk, refusal, needsLogin }: SiteQuestion): ConsentQuestion => ({
  site: { name: site.name, address: site.address },
  scopes: toAsk,
  refusedFor: refusal,
  needsLogin,
})

export const getQuestion = async (
  ctx: Ctx,
  input: { uid: string; exchange: RawExchange },
): Promise<ConsentQuestion> => {
  const { interaction } = await findInteraction(ctx, input)
  return describeQuestion(await findQuestion(ctx, interaction))
}

/** What no yes of the member gets past. */
export const refuseLogin = ({ refusal, needsLogin }: SiteQuestion): void => {
  if (refusal === 'suspended') throw new AppError('keptOut')
  if (refusal !== null) throw new AppError('notAllowed')
  if (needsLogin) throw new AppError('loginAgain')
}

const keepAnswer = async (ctx: Ctx, { site, asked, toAsk }: SiteQuestion): Promise<void> => {
  const { id: siteId, name } = site
  if (siteId === null) return
  const { id: memberId } = memberOf(ctx)
  const kept = { memberId, siteId, scopes: asked, now: ctx.now() }
  if (toAsk.length === 0) {
    await record(ctx, async (work) => ({ result: await keepConsent(work, kept), tell: loginNotices(memberId) }))
    return
  }
  await change(ctx, 'sso.consented', async (work) => {
    await keepConsent(work, kept)
    const data = { name, siteId, scopes: asked }
    return { result: undefined, subject: { kind: 'member', id: memberId }, data, tell: loginNotices(memberId) }
  })
}

const loginResult = async (ctx: Ctx, { provider, question }: { provider: Provider; question: SiteQuestion }) => {
  const accountId = String(memberOf(ctx).id)
  const grant = new provider.Grant({ accountId, clientId: question.site.clientId })
  grant.addOIDCScope(question.asked.join(' '))
  const grantId = await grant.save()
  return { login: { accountId, ts: Math.floor(question.startedAt.getTime() / 1000) }, consent: { grantId } }
}

type SiteAnswer = {
  uid: string
  exchange: RawExchange
  isAllowed: boolean
  /** The member said yes in the app: they are not logged in at the portal in this browser. */
  isApproved?: boolean
}

/** Lets the site know who the caller is, or that they would not say; where the browser goes on. */
export const answerSite = async (ctx: Ctx, input: SiteAnswer): Promise<string> => {
  const { provider, interaction } = await findInteraction(ctx, input)
  const { request, response } = input.exchange
  const question = await findQuestion(ctx, interaction)
  if (!input.isAllowed) {
    const result = { error: 'access_denied', error_description: 'the member did not agree' }
    return provider.interactionResult(request, response, result)
  }
  refuseLogin(question)
  await keepAnswer(ctx, question)
  const answer = await loginResult(ctx, { provider, question })
  const result = input.isApproved ? approvedResult(answer) : answer
  return provider.interactionResult(request, response, result)
}

/** Where the browser goes on where nothing has to be asked; null where a page has to ask. */
export const settleAtOnce = async (ctx: Ctx, input: { uid: string; exchange: RawExchange }): Promise<string | null> => {
  if (ctx.actor.kind !== 'member' || ctx.actor.kioskId !== undefined) return null
  const { interaction } = await findInteraction(ctx, input)
  const { toAsk, refusal, needsLogin } = await findQuestion(ctx, interaction)
  if (toAsk.length > 0 || refusal !== null || needsLogin) return null
  return answerSite(ctx, { ...input, isAllowed: true })
}
