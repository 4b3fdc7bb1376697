import { createHmac } from 'node:crypto'
import { sitesIn } from '@spacekeeper/contract/sso/words.ts'
import { isSameSecret } from '#platform/secrets/tokens.ts'

export type GroupFacts = {
  state: string
  isAdmin: boolean
  permissions: readonly string[]
  /** The name of the tier they pay for. */
  tier: string | null
}

/** A name that other systems take for a group: letters, digits and hyphens. */
const groupName = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

export const tierGroup = (tier: string): string => `tier-${groupName(tier)}`

/** The groups other sites read of a member: their state, what they may do here, and their tier. */
export const groupsOf = ({ state, isAdmin, permissions, tier }: GroupFacts): string[] => [
  state,
  ...(isAdmin || permissions.length > 0 ? ['staff'] : []),
  // Sites that were set up with the system before look for these two.
  ...(isAdmin ? ['admin', 'superuser'] : []),
  ...permissions.map((permission) => `staff-${permission}`),
  ...(tier === null ? [] : [tierGroup(tier)]),
]

/** What Discourse signs: the text in Base64 exactly as it is sent, before anything is decoded. */
export const signForum = (secret: string, base64: string): string =>
  createHmac('sha256', secret).update(base64).digest('hex')

export type ForumVisit = { nonce: string; returnTo: URL }

type ForumSettings = { isOn: boolean; secret: string; sites: string }

/** Reads what a forum sent along with a visitor; a word for why it is refused. */
export const readForum = (
  { sso, sig }: { sso: string; sig: string },
  { isOn, secret, sites }: ForumSettings,
): ForumVisit | 'forumOff' | 'forumForged' | 'forumUnknown' => {
  if (!isOn || secret === '') return 'forumOff'
  if (!isSameSecret(signForum(secret, sso), sig)) return 'forumForged'
  const fields = new URLSearchParams(Buffer.from(sso, 'base64').toString('utf8'))
  const nonce = fields.get('nonce') ?? ''
  const address = fields.get('return_sso_url') ?? ''
  if (nonce === '') return 'forumForged'
  const returnTo = URL.canParse(address) ? new URL(address) : null
  const isListed = returnTo !== null && (sitesIn(sites) ?? []).includes(returnTo.origin)
  return isListed && returnTo.username === '' ? { nonce, returnTo } : 'forumUnknown'
}

export type ForumMember = GroupFacts & {
  id: number
  email: string
  isVerified: boolean
  screenName: string
  name: string
}

/** Where the browser goes on, with who the member is, signed. */
export const answerForum = (
  { nonce, returnTo }: ForumVisit,
  { secret, member, allGroups }: { secret: string; member: ForumMember; allGroups: readonly string[] },
): string => {
  const groups = groupsOf(member)
  const gone = allGroups.filter((group) => !groups.includes(group))
  const fields = new URLSearchParams({
    nonce,
    email: member.email,
    external_id: String(member.id),
    username: member.screenName,
    name: member.name,
    groups: groups.join(','),
    add_groups: groups.join(','),
    ...(gone.length > 0 && { remove_groups: gone.join(',') }),
    // Discourse finds its people by their address.
    ...(!member.isVerified && { require_activation: 'true' }),
  })
  const base64 = Buffer.from(fields.toString()).toString('base64')
  const answer = new URLSearchParams({ sso: base64, sig: signForum(secret, base64) })
  const address = new URL(returnTo)
  address.hash = ''
  address.search = address.search === '' ? `?${answer.toString()}` : `${address.search}&${answer.toString()}`
  return address.href
}
