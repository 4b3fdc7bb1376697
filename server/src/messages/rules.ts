import type { MessageState, RetryRefusal } from '@spacekeeper/contract/messages.ts'
import type { Actor } from '#platform/ctx.ts'

/** How long a link in a mail works. */
const linkHours = 24

type Facts = {
  state: MessageState
  isSecret: boolean
  /** Whether the text is still stored. */
  hasText: boolean
  createdAt: Date
  /** Whether there is something to send it with. */
  isSetUp: boolean
  now: Date
}

/** Why a message cannot be sent (again); null when it can. */
export const retryRefusalOf = (message: Facts): RetryRefusal | null => {
  if (message.state !== 'failed' && message.state !== 'kept') return 'settled'
  if (!message.hasText) return 'notKept'
  const ageHours = (message.now.getTime() - message.createdAt.getTime()) / 3_600_000
  if (message.isSecret && ageHours >= linkHours) return 'expired'
  return message.isSetUp ? null : 'notSetUp'
}

/** What staff send: mailings, text messages, the welcome and tests. */
const ofStaff = ['mailing', 'staff', 'welcome', 'test']

/**
 * Staff take back what staff sent. What the portal writes by itself are links that somebody waits for and warnings,
 * such as that of a changed address, which whoever changed it could keep from its owner: administrators stop those.
 */
export const mayCancel = (actor: Actor, kind: string): boolean =>
  actor.kind === 'system' || (actor.kind === 'member' && (actor.isAdmin || ofStaff.includes(kind)))

/** The text of an occasion with its blanks filled in; what is not known is left out. */
export const fillIn = (text: string, facts: { site: string; device: string | null }): string =>
  text
    .replaceAll('{site}', () => facts.site)
    .replaceAll('{device}', () => facts.device ?? '')
    .trim()
