import type * as Library from 'openid-client'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { guardLibrary } from '#platform/http/guard-library.ts'
import { FetchFailure } from '#platform/http/guarded-fetch.ts'
import { identityOf, returnProblemOf, type ProviderIdentity } from './matching.ts'

// The library is loaded when a login with another provider begins, or one is set up.
const loadLibrary = () => import('openid-client')

const timeoutMs = 10_000

const maxBytes = 1_000_000

/** So far the clocks of a provider and the portal may differ. */
const toleratedSeconds = 60

export type ClientOfProvider = {
  issuer: string
  clientId: string
  secret: string
  allowsPrivate: boolean
}

const guardedFor = (allowPrivate: boolean): Library.CustomFetch =>
  guardLibrary(() => ({ allowPrivate, maxBytes, timeoutMs }))

/** Why the provider could not be asked, in words for staff; null where it answered. */
const failureIn = (thrown: unknown): string | null => {
  if (thrown instanceof FetchFailure) return thrown.message
  return thrown instanceof Error && thrown.cause !== undefined ? failureIn(thrown.cause) : null
}

/** What a provider says about itself, as far as it is missing for a login here. */
const ProviderDescription = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})

const authenticationFor = (library: typeof Library, { secret, methods }: { secret: string; methods: string[] }) =>
  methods.includes('client_secret_basic') ? library.ClientSecretBasic(secret) : library.ClientSecretPost(secret)

/** Asks a provider for its description. Throws what the library does. */
const discover = async (ctx: Ctx, { issuer, clientId, secret, allowsPrivate }: ClientOfProvider) => {
  const library = await loadLibrary()
  const facts = { [library.customFetch]: guardedFor(allowsPrivate), timeout: timeoutMs / 1000 }
  const relaxed = allowsPrivate ? [library.allowInsecureRequests] : []
  const found = await library.discovery(new URL(issuer), clientId, undefined, undefined, { ...facts, execute: relaxed })
  const described = ProviderDescription.parse(found.serverMetadata())
  const methods = described.token_endpoint_auth_methods_supported
  const clocks = {
    // The portal's own time, which tests move.
    [library.clockSkew]: Math.round((ctx.now().getTime() - Date.now()) / 1000),
    [library.clockTolerance]: toleratedSeconds,
  }
  const authentication = authenticationFor(library, { secret, methods })
  const config = new library.Configuration(found.serverMetadata(), clientId, clocks, authentication)
  config[library.customFetch] = guardedFor(allowsPrivate)
  config.timeout = timeoutMs / 1000
  library.enableNonRepudiationChecks(config)
  for (const relax of relaxed) relax(config)
  return { library, config }
}

/** Why a provider can’t be used, in a sentence for the administrator who enters it; null where it can. */
export const findProviderProblem = async (ctx: Ctx, provider: ClientOfProvider): Promise<string | null> => {
  if (!provider.allowsPrivate && !provider.issuer.startsWith('https:'))
    return 'Begin with https://. Plain http works only for a provider on your own network.'
  try {
    await discover(ctx, provider)
    return null
  } catch (error) {
    const failure = failureIn(error)
    if (failure !== null) return `The provider could not be asked: ${failure}`
    if (error instanceof z.ZodError) return 'The provider’s description lacks an address that logins need.'
    return returnProblemOf(error) === 'providerMixedUp'
      ? 'The server at this address says it is another one. Enter the issuer exactly as the provider writes it, also with or without a slash at the end.'
      : 'There is no OpenID provider at this address. Enter the issuer, without what follows it.'
  }
}

/** The same in an error for members; what exactly was wrong is in the log. */
const refusalFor = (ctx: Ctx, { issuer }: { issuer: string }, thrown: unknown): AppError => {
  const code = failureIn(thrown) !== null || thrown instanceof z.ZodError ? 'providerAway' : returnProblemOf(thrown)
  ctx.log.warn({ err: thrown, issuer }, 'a login with another provider failed')
  return new AppError(code)
}

/** What the answer of a provider is checked against. */
export const Checks = z.object({ verifier: z.string(), nonce: z.string() })

export type Checks = z.infer<typeof Checks>

type ProviderQuestion = {
  provider: ClientOfProvider & { scopes: string }
  state: string
  redirectUri: string
  /** Whether the provider has to ask for a login even of those who are logged in there. */
  isProof: boolean
}

/** The address the browser goes to, and what its answer has to fit. */
export const buildAddress = async (ctx: Ctx, going: ProviderQuestion): Promise<{ address: string; checks: Checks }> => {
  const { provider, state, redirectUri, isProof } = going
  try {
    const { library, config } = await discover(ctx, provider)
    const checks = { verifier: library.randomPKCECodeVerifier(), nonce: library.randomNonce() }
    const address = library.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: provider.scopes,
      state,
      nonce: checks.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...(isProof && { prompt: 'login', max_age: '0' }),
    })
    return { address: address.href, checks }
  } catch (error) {
    throw refusalFor(ctx, provider, error)
  }
}

type ProviderAnswer = { provider: ClientOfProvider; checks: Checks; state: string; returned: URL }

/** Who logged in at the provider, with everything it said. The code works once, and only with what this login began with. */
export const askIdentity = async (
  ctx: Ctx,
  coming: ProviderAnswer,
): Promise<{ identity: ProviderIdentity; claims: Record<string, unknown> }> => {
  const { provider, checks, state, returned } = coming
  try {
    const { library, config } = await discover(ctx, provider)
    const tokens = await library.authorizationCodeGrant(config, returned, {
      pkceCodeVerifier: checks.verifier,
      expectedNonce: checks.nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    const told: Record<string, unknown> = { ...tokens.claims() }
    const subject = String(told['sub'])
    // Most tell the address only here.
    const hasMore = config.serverMetadata().userinfo_endpoint !== undefined && told['email_verified'] === undefined
    const more = hasMore ? await library.fetchUserInfo(config, tokens.access_token, subject) : {}
    const claims = { ...told, ...more }
    return { identity: identityOf(subject, claims), claims }
  } catch (error) {
    throw refusalFor(ctx, provider, error)
  }
}
