import type { ProviderPerson } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { Email, ShortText } from '@spacekeeper/contract/fields.ts'
import { z } from 'zod'

/** Who the provider says a person is. `subject` is its own name for them, which never changes. */
export const ProviderIdentity = z.object({
  subject: z.string().min(1).max(500),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  screenName: z.string(),
})

export type ProviderIdentity = z.infer<typeof ProviderIdentity>

type Claims = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** A name as the portal stores it; nothing where it would be refused there. */
const shortText = (value: unknown): string => ShortText.safeParse(value).data ?? ''

const namesIn = (claims: Claims): { firstName: string; lastName: string } => {
  const [firstName, lastName] = [shortText(claims['given_name']), shortText(claims['family_name'])]
  if (firstName !== '' || lastName !== '') return { firstName, lastName }
  const words = textOf(claims['name']).split(/\s+/)
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return { firstName: shortText(words.slice(0, words.length > 1 ? -1 : 1).join(' ')), lastName: shortText(last) }
}

/** What the portal uses of what a provider says. Some write the truth about an address as a text. */
export const identityOf = (subject: string, claims: Claims): ProviderIdentity => {
  const email = Email.safeParse(claims['email']).data ?? null
  const verified = claims['email_verified']
  return {
    subject,
    email,
    isEmailVerified: email !== null && (verified === true || verified === 'true'),
    ...namesIn(claims),
    screenName: shortText(claims['preferred_username']) || shortText(claims['nickname']),
  }
}

/** What a form starts with for a person who is new here. */
export const providerPersonOf = ({ email, firstName, lastName, screenName }: ProviderIdentity): ProviderPerson => ({
  email: email ?? '',
  firstName,
  lastName,
  screenName,
})

/** The member whose address here is the one the provider names. */
export type EmailOwner = { memberId: number; isVerified: boolean; isLinkedToOther: boolean }

type FoundIdentity = {
  identity: ProviderIdentity
  /** The member who linked this account. */
  linkedTo: number | null
  owner: EmailOwner | null
  mayRegister: boolean
}

type MatchRefusal =
  | 'providerNoEmail'
  | 'providerUnconfirmed'
  | 'providerMemberUnconfirmed'
  | 'providerOtherAccount'
  | 'providerNoAccount'

export type Match =
  | { kind: 'linked'; memberId: number }
  | { kind: 'first'; memberId: number }
  | { kind: 'new' }
  | { kind: 'refused'; reason: MatchRefusal; memberId?: number }

const refused = (reason: MatchRefusal, memberId?: number): Match => ({
  kind: 'refused',
  reason,
  ...(memberId !== undefined && { memberId }),
})

/**
 * Whose login this is: of the member who linked the account, or, the first time, of the one whose confirmed address here is
 * the address that the provider has confirmed. A name decides nothing.
 */
export const matchIdentity = ({ identity, linkedTo, owner, mayRegister }: FoundIdentity): Match => {
  if (linkedTo !== null) return { kind: 'linked', memberId: linkedTo }
  if (identity.email === null) return refused('providerNoEmail')
  if (!identity.isEmailVerified) return refused('providerUnconfirmed')
  if (owner === null) return mayRegister ? { kind: 'new' } : refused('providerNoAccount')
  if (!owner.isVerified) return refused('providerMemberUnconfirmed', owner.memberId)
  if (owner.isLinkedToOther) return refused('providerOtherAccount', owner.memberId)
  return { kind: 'first', memberId: owner.memberId }
}

type ReturnProblem =
  | 'providerAway'
  | 'providerRefused'
  | 'providerCancelled'
  | 'providerMixedUp'
  | 'providerForged'
  | 'providerClock'

const LibraryFailure = z.object({
  code: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  /** The library's own words for what it does not expect. */
  cause: z.object({ message: z.string() }).catch({ message: '' }),
})

/** What the library says in its own words about the answer of a provider, as what the member is told. */
export const returnProblemOf = (thrown: unknown): ReturnProblem => {
  const { code, error, cause } = LibraryFailure.parse(thrown)
  if (error === 'access_denied' || error === 'login_required' || error === 'interaction_required')
    return 'providerCancelled'
  if (error !== undefined) return error === 'temporarily_unavailable' ? 'providerAway' : 'providerRefused'
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === undefined) return 'providerAway'
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'providerClock'
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'providerMixedUp'
  if (code !== 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' && code !== 'OAUTH_INVALID_RESPONSE') return 'providerRefused'
  return cause.message.includes('"iss"') ? 'providerMixedUp' : 'providerForged'
}
