import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { memberStates } from '../members/words.ts'
import { readUrl } from '../read-url.ts'
import { Instant } from '../route.ts'
import { keyStates, mostRedirects, siteKinds, siteRefusals, siteScopes } from './words.ts'

const addressWords = 'An address such as https://wiki.example.org.'

const SiteAddress = z.url({ protocol: /^https?$/, error: addressWords }).max(500)

const hasNoFragment = (address: string) => !address.includes('#')

/** Programs on phones and desks have addresses of a kind of their own, such as `org.example.app:/login`. */
const isRedirect = (address: string) => {
  const url = readUrl(address)
  if (!url) return false
  const { protocol, username, hostname } = url
  if (username !== '') return false
  return /^https?:$/.test(protocol) ? hostname !== '' : /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(protocol)
}

const RedirectAddress = z
  .string()
  .trim()
  .max(500)
  .refine(
    (address) => isRedirect(address) && hasNoFragment(address),
    `${addressWords} Without “#” and what follows it.`,
  )

/** What administrators set of a site where members log in. */
const siteFields = {
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(60)),
  address: SiteAddress,
  redirectUris: z
    .array(RedirectAddress)
    .min(1, 'Enter at least one address.')
    .max(mostRedirects, `At most ${mostRedirects} addresses.`),
  logoutUris: z.array(RedirectAddress).max(mostRedirects, `At most ${mostRedirects} addresses.`),
  backchannelUri: SiteAddress.nullable(),
  requiresPkce: z.boolean(),
  isTrusted: z.boolean(),
  mayRefresh: z.boolean(),
  /** For sites that read the ID token alone and never ask at the userinfo address. */
  claimsInIdToken: z.boolean(),
  states: z.array(z.enum(memberStates)).min(1, 'Choose at least one.'),
}

export const SiteChange = z.object(siteFields)

export type SiteChange = z.infer<typeof SiteChange>

export const NewSite = z.object({
  ...siteFields,
  kind: z.enum(siteKinds),
  /** A program on phones or in browsers, which cannot keep a secret. */
  isPublic: z.boolean(),
})

export type NewSite = z.infer<typeof NewSite>

export const SiteView = z.object({
  ...siteFields,
  id: z.number().int(),
  clientId: z.string(),
  kind: z.enum(siteKinds),
  isPublic: z.boolean(),
  createdAt: Instant,
  /** Members who are logged in there. */
  logins: z.number().int(),
  lastUsedAt: Instant.nullable(),
})

export type SiteView = z.infer<typeof SiteView>

export const SigningKey = z.object({ kid: z.string(), state: z.enum(keyStates), changedAt: Instant })

export type SigningKey = z.infer<typeof SigningKey>

/** A member who is logged in at a site. */
export const SiteLogin = z.object({
  memberId: z.number().int(),
  name: z.string(),
  loggedInAt: Instant,
  lastUsedAt: Instant,
})

export type SiteLogin = z.infer<typeof SiteLogin>

/** A site at which the caller is logged in, or that may learn of them. */
export const OwnSite = z.object({
  siteId: z.number().int(),
  name: z.string(),
  address: z.string(),
  scopes: z.array(z.enum(siteScopes)),
  consentedAt: Instant,
  loggedInAt: Instant.nullable(),
  lastUsedAt: Instant,
})

export type OwnSite = z.infer<typeof OwnSite>

/** What a member is asked before a site learns who they are. */
export const ConsentQuestion = z.object({
  site: z.object({ name: z.string(), address: z.string() }),
  /** What it learns; empty where nothing has to be asked. */
  scopes: z.array(z.enum(siteScopes)),
  refusedFor: z.enum(siteRefusals).nullable(),
  /** The site wants the member to log in once more. */
  needsLogin: z.boolean(),
})

export type ConsentQuestion = z.infer<typeof ConsentQuestion>

/** What came of a test: the claims of the ID token, and those a site asks for with the access token. */
export const TestedLogin = z.object({
  idToken: z.array(z.object({ claim: z.string(), value: z.string() })),
  userinfo: z.array(z.object({ claim: z.string(), value: z.string() })),
})

export type TestedLogin = z.infer<typeof TestedLogin>
