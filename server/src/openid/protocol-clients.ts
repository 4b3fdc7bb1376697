import { AsyncLocalStorage } from 'node:async_hooks'
import { memberStates } from '@spacekeeper/contract/members/words.ts'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Actor, Services } from '#platform/ctx.ts'

/** The site that administrators log in to for a test; it is part of the portal. */
export const testClientId = 'portal-test'

/** What the library has to know of a request, and cannot see by itself. */
export type ProtocolCall = {
  /** Who is logged in at the portal, in a browser of their own. */
  actor: Actor
  /** The site shows its secret in a header, and not in the form. */
  hasBasic: boolean
}

export const protocolCalls = new AsyncLocalStorage<ProtocolCall>()

/** A site as answers are decided by it. */
export type Site = {
  /** Null for the test. */
  id: number | null
  clientId: string
  name: string
  address: string
  isTrusted: boolean
  states: readonly string[]
  claimsInIdToken: boolean
}

export const findSite = async (services: Pick<Services, 'db' | 'siteUrl'>, clientId: string): Promise<Site | null> => {
  if (clientId === testClientId)
    return {
      id: null,
      clientId,
      name: 'Test',
      address: services.siteUrl,
      isTrusted: true,
      states: memberStates,
      claimsInIdToken: false,
    }
  const row = await services.db
    .selectFrom('openid_clients')
    .select(['id', 'client_id', 'name', 'address', 'is_trusted', 'states', 'claims_in_id_token as claimsInIdToken'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (!row) return null
  const { client_id, is_trusted, ...facts } = row
  return { ...facts, clientId: client_id, isTrusted: is_trusted }
}

const isWebAddress = (address: string) => /^https?:/i.test(address)

/** Programs on phones and desks are sent back to an address of their own or on the machine itself. */
const typeOf = (redirects: readonly string[]) => (redirects.every(isWebAddress) ? 'web' : 'native')

const shared = { response_types: ['code' as const], id_token_signed_response_alg: 'RS256' as const }

const testClient = (siteUrl: string): AdapterPayload => ({
  ...shared,
  client_id: testClientId,
  redirect_uris: [`${siteUrl}/manage/sso/test`],
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'none',
})

/** Sites as the library reads them: our table is asked each time, so that a change holds at once. */
export const protocolClients = (services: Services): Adapter => {
  const none = async () => undefined
  const find = async (clientId: string): Promise<AdapterPayload | undefined> => {
    if (clientId === testClientId) return testClient(services.siteUrl)
    const row = await services.db
      .selectFrom('openid_clients')
      .selectAll()
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (!row) return undefined
    // A site may send its secret either way, whatever it was set up for.
    const secretPlace = protocolCalls.getStore()?.hasBasic ? 'client_secret_basic' : 'client_secret_post'
    return {
      ...shared,
      client_id: row.client_id,
      client_name: row.name,
      application_type: typeOf(row.redirect_uris),
      redirect_uris: row.redirect_uris,
      post_logout_redirect_uris: row.logout_uris,
      grant_types: ['authorization_code', ...(row.may_refresh ? ['refresh_token'] : [])],
      token_endpoint_auth_method: row.secret_hash === null ? 'none' : secretPlace,
      ...(row.secret_hash !== null && { client_secret: row.secret_hash.toString('hex') }),
      ...(row.backchannel_uri !== null && { backchannel_logout_uri: row.backchannel_uri }),
      needs_pkce: row.requires_pkce,
    }
  }
  return {
    find,
    // Sites are changed by administrators alone.
    upsert: none,
    findByUserCode: none,
    findByUid: none,
    consume: none,
    destroy: none,
    revokeByGrantId: none,
  }
}
