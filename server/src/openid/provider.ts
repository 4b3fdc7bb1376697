import { hostsIn } from '@spacekeeper/contract/openid/settings.ts'
import { claimsOfScopes, siteScopes } from '@spacekeeper/contract/openid/words.ts'
import type Provider from 'oidc-provider'
import type * as OidcProvider from 'oidc-provider'
import type { Account, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { type Services, systemCtx } from '#platform/ctx.ts'
import { guardLibrary } from '#platform/http/guard-library.ts'
import { FetchFailure } from '#platform/http/guarded-fetch.ts'
import { type PlainPage, writePlainPage } from '#platform/http/plain-page.ts'
import { derive } from '#platform/secrets/derive.ts'
import { hashToken, isSameSecret } from '#platform/secrets/tokens.ts'
import { findMemberFacts } from '../sso/member-facts.ts'
import { signingKeysChanged, openKeys, type PrivateKey } from './keys.ts'
import { isLoginAlive } from './logins.ts'
import { failedPage, logoutPage } from './pages.ts'
import { findSite, protocolCalls, protocolClients, testClientId } from './protocol-clients.ts'
import { keepRecords } from './records.ts'
import { claimsOf, issuerOf, openidPath, ownConsentParam, siteRefusalOf } from './rules.ts'

const minute = 60
const day = 24 * 60 * minute

/** How long each kind of thing lasts, in seconds; those of codes, tokens and consent are what sites are used to. */
const lifetimes = {
  AuthorizationCode: 10 * minute,
  IdToken: 10 * minute,
  AccessToken: 60 * minute,
  RefreshToken: 30 * day,
  Grant: 90 * day,
  Session: 14 * day,
  Interaction: 60 * minute,
}

/** Below `openidPath`, as sites know them from the system before. */
const paths = {
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  introspection: '/introspect',
  revocation: '/revoke',
  end_session: '/end-session',
  jwks: '/jwks',
}

type TokenOfSite = { clientId?: string | undefined }

const tellsInIdToken = async (services: Services, clientId: string) =>
  (await findSite(services, clientId))?.claimsInIdToken === true

/** The member a token or a session is of, with what sites may learn; undefined when they may not be logged in there any more. */
const findAccount = (services: Services) => async (_ctx: KoaContextWithOIDC, id: string, token?: TokenOfSite) => {
  const member = await findMemberFacts(services, Number(id))
  if (!member || !member.isVerified || member.isSuspended) return undefined
  const clientId = token?.clientId
  if (clientId !== undefined && clientId !== testClientId) {
    const isAlive = await isLoginAlive(services, { memberId: member.id, clientId })
    if (!isAlive) return undefined
  }
  const account: Account = {
    accountId: id,
    claims: async (use) => {
      const isToldLittle = use === 'id_token' && !(clientId !== undefined && (await tellsInIdToken(services, clientId)))
      if (isToldLittle) return { sub: id }
      return { ...claimsOf(member, { teams: await services.settings.get('VIKUNJA_TEAMS') }), sub: id }
    },
  }
  return account
}

type KoaAnswer = { set: (headers: Record<string, string>) => void; body: unknown }

const showPage = async (ctx: KoaAnswer, services: Services, page: PlainPage): Promise<void> => {
  const { headers, body } = await writePlainPage(services, page)
  ctx.set(headers)
  ctx.body = body
}

/** Shows browsers a page that says what is wrong; it knows the codes, and prints nothing of the address. */
const renderError =
  (services: Services): NonNullable<Configuration['renderError']> =>
  (ctx, { error }) =>
    showPage(ctx, services, failedPage(error))

/** Private addresses may be called where administrators listed them. */
const fetchListed = (services: Services): NonNullable<Configuration['fetch']> =>
  guardLibrary(async ({ hostname, protocol }) => {
    const allowPrivate = hostsIn(await services.settings.get('OPENID_PRIVATE_HOSTS')).includes(hostname)
    if (!allowPrivate && protocol !== 'https:') throw new FetchFailure('The address has to begin with https://.')
    return { allowPrivate, maxBytes: 100_000, timeoutMs: 5_000 }
  })

const featuresOf = (): NonNullable<Configuration['features']> => ({
  devInteractions: { enabled: false },
  backchannelLogout: { enabled: true },
  claimsParameter: { enabled: false },
  introspection: {
    enabled: true,
    // A site learns of its own tokens only, and not of those of members who may not be logged in any more.
    allowedPolicy: async (ctx, client, token) => {
      if (token.clientId !== client.clientId) return false
      const account = 'accountId' in token && token.accountId !== undefined ? token.accountId : null
      return (
        account !== null &&
        (await isLoginAlive(servicesOf(ctx), { memberId: Number(account), clientId: client.clientId }))
      )
    },
  },
  resourceIndicators: { enabled: false },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx) => {
      ctx.body = ''
    },
    postLogoutSuccessSource: (ctx) => ctx.redirect('/login'),
  },
  userinfo: { enabled: true },
})

const owners = new WeakMap<object, Services>()

const servicesOf = ({ oidc }: KoaContextWithOIDC): Services => {
  const services = owners.get(oidc.provider)
  if (!services) throw new Error('this provider was not made here')
  return services
}

const asJwks = (keys: PrivateKey[]) => ({ keys }) as unknown as NonNullable<Configuration['jwks']> // RSA keys, as keys.ts makes them

const configurationOf = (services: Services, { keys, library }: { keys: PrivateKey[]; library: Library }) => {
  const records = keepRecords(services, { refuseUsed: () => new library.errors.InvalidGrant('already used') })
  const cookie = { httpOnly: true, sameSite: 'lax' as const, signed: true, path: openidPath }
  const configuration: Configuration = {
    adapter: (kind) => (kind === 'Client' ? protocolClients(services) : records(kind)),
    claims: { openid: ['sub'], ...claimsOfScopes },
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((address) => URL.canParse(address) && new URL(address).origin === origin),
    // Which of them the ID token has, the account decides for each site.
    conformIdTokenClaims: false,
    // Leaves out the ways that need a secret or a key of the site that the portal does not have.
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    cookies: {
      keys: [derive(services.secretKey, 'openid cookies').toString('base64url')],
      names: { session: 'openid', interaction: 'openid_login', resume: 'openid_resume' },
      long: cookie,
      // Each login that waits has a path of its own, so that two tabs do not disturb each other.
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    extraParams: [ownConsentParam],
    extraClientMetadata: { properties: ['needs_pkce'] },
    features: featuresOf(),
    fetch: fetchListed(services),
    findAccount: findAccount(services),
    interactions: {
      url: (_ctx, { uid }) => `${openidPath}/interaction/${uid}`,
      policy: policyOf(services, library),
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    jwks: asJwks(keys),
    pkce: { required: (_ctx, client) => client['needs_pkce'] === true || client.tokenEndpointAuthMethod === 'none' },
    renderError: renderError(services),
    responseTypes: ['code'],
    rotateRefreshToken: true,
    routes: paths,
    scopes: siteScopes,
    ttl: lifetimes,
  }
  return configuration
}

type Library = typeof OidcProvider

type LoginResult = { login: { accountId: string; ts: number }; consent: { grantId: string } }

/** An answer for this one login: of a member who confirmed it in the app, and is not logged in at the portal in this browser. */
export const approvedResult = ({ login, consent }: LoginResult) => ({
  login: { ...login, remember: false },
  consent,
  isApproved: true,
})

/** Who a login is for: who confirmed it in the app just now, or else who is logged in at the portal in this browser. */
const findLoginOwner = ({ oidc }: KoaContextWithOIDC): number | null => {
  if (oidc.result?.['isApproved'] === true) return Number(oidc.result.login?.accountId)
  const actor = protocolCalls.getStore()?.actor
  // A login the library remembers may be from a session that was strong, and the groups it leads to are those of staff.
  return actor?.kind === 'member' && !actor.needsStrongLogin ? actor.id : null
}

/** The library's own reasons to ask the member something, and ours: the portal's login is the one that counts. */
const policyOf = (services: Services, { interactionPolicy }: Library) => {
  const { Check, base } = interactionPolicy
  const policy = base()
  policy.get('login')?.checks.add(
    new Check('portal_login', 'the member has to log in', 'login_required', async (ctx) => {
      const { oidc } = ctx
      const ownerId = findLoginOwner(ctx)
      if (ownerId === null || String(ownerId) !== oidc.session?.accountId) return Check.REQUEST_PROMPT
      const clientId = oidc.client?.clientId ?? ''
      const [member, site] = await Promise.all([findMemberFacts(services, ownerId), findSite(services, clientId)])
      const mayEnter = member !== null && site !== null && siteRefusalOf(member, site.states) === null
      return mayEnter ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  return policy
}

const build = async (services: Services): Promise<Provider> => {
  const [library, keys] = await Promise.all([import('oidc-provider'), openKeys(systemCtx(services))])
  const provider = new library.Provider(issuerOf(services.siteUrl), configurationOf(services, { keys, library }))
  owners.set(provider, services)
  provider.proxy = true
  // Only a hash of a secret is stored, so that is what is compared.
  provider.Client.prototype.compareClientSecret = function (actual) {
    return isSameSecret(hashToken(actual).toString('hex'), this.clientSecret ?? '')
  }
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx
    // The page that a form would be sent from may not send one.
    if (oidc?.route === 'discovery')
      Object.assign(Object(ctx.body), { response_modes_supported: ['query', 'fragment'] })
    // The page that asks whether to log out is one of ours, also where the library would send a form by a script.
    if (oidc?.route !== 'end_session' || ctx.status !== 200) return
    await showPage(ctx, services, logoutPage(String(oidc.session?.state?.['secret'] ?? '')))
  })
  provider.on('server_error', (_ctx, error) => services.log.error({ err: error }, 'a login at another site failed'))
  return provider
}

type BuiltProvider = { issuer: string; provider: Promise<Provider> }

const built = new WeakMap<object, { current: BuiltProvider | null }>()

const boxOf = (services: Services) => {
  const known = built.get(services.live)
  if (known) return known
  const box: { current: BuiltProvider | null } = { current: null }
  const forget = () => {
    box.current = null
  }
  services.live.on(signingKeysChanged, forget)
  services.live.onReconnect(forget)
  built.set(services.live, box)
  return box
}

/** What speaks OpenID Connect, made when it is first needed: a portal that no site uses never loads the library. */
export const openProvider = (services: Services): Promise<Provider> => {
  const box = boxOf(services)
  const issuer = issuerOf(services.siteUrl)
  if (box.current?.issuer === issuer) return box.current.provider
  const provider = build(services)
  box.current = { issuer, provider }
  provider.catch(() => {
    if (box.current?.provider === provider) box.current = null
  })
  return provider
}
