import type { MessageState } from '@spacekeeper/contract/messages/shapes.ts'
import type { RetryRefusal } from '@spacekeeper/contract/messages/words.ts'
import type { Actor } from '#platform/ctx.ts'
import type { MailFile } from '#platform/mail/mailer.ts'

/** Encoded, they become a third larger; many mail servers refuse a mail of more than 10 MB. */
const mostFileBytes = 7_000_000

/** Fails where files cannot go with a mail: they are too large together, or would lie beside a sealed text unsealed. */
export const checkFiles = (files: readonly MailFile[], { isSecret }: { isSecret: boolean }): void => {
  const names = files.map(({ name }) => name).join(', ')
  if (isSecret) throw new Error(`A mail with a secret link carries no files: ${names}`)
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > mostFileBytes)
    throw new Error(`A mail carries files of ${mostFileBytes} bytes together; these are ${bytes}: ${names}`)
}

type TextFacts = {
  state: MessageState
  isSecret: boolean
  /** Whether the text is still stored. */
  hasText: boolean
  /** Until when it is news, or its link works; null for good. */
  newsUntil: Date | null
  /** Whether there is something to send it with. */
  isSetUp: boolean
  now: Date
}

/** Why a message cannot be sent (again); null when it can. */
export const retryRefusalOf = (message: TextFacts): RetryRefusal | null => {
  if (message.state !== 'failed' && message.state !== 'kept') return 'settled'
  if (!message.hasText) return 'notKept'
  if (message.newsUntil !== null && message.now >= message.newsUntil) return message.isSecret ? 'expired' : 'outdated'
  return message.isSetUp ? null : 'notSetUp'
}

type SendingFacts = {
  /** Whether the address is that of its member, who has closed the account. */
  isToClosed: boolean
  /** Whether it is news, and its reader has turned news off. */
  isUnwanted: boolean
  newsUntil: Date | null
  now: Date
}

/** Why a message that waits is not to be sent any more, as staff read it; null when it is. */
export const whyNotSent = ({ isToClosed, isUnwanted, newsUntil, now }: SendingFacts): string | null => {
  if (isToClosed) return 'The account was closed before it was sent.'
  if (isUnwanted) return 'The member turned news off before it was sent.'
  return newsUntil !== null && now >= newsUntil ? 'It was too old to be sent.' : null
}

/** What staff send: mailings, text messages, the welcome and tests. */
const ofStaff = ['mailing', 'staff', 'welcome', 'test']

/**
 * Staff take back what staff sent. What the portal writes by itself are links that a member waits for, and warnings
 * such as that of a changed address, which staff could hide from their owner: only administrators stop those.
 */
export const mayCancel = (actor: Actor, kind: string): boolean =>
  actor.kind === 'system' || (actor.kind === 'member' && (actor.isAdmin || ofStaff.includes(kind)))

/** The text of an occasion with its blanks filled in; what is not known is left out. */
export const fillIn = (text: string, facts: { site: string; device: string | null }): string =>
  text
    .replaceAll('{site}', () => facts.site)
    .replaceAll('{device}', () => facts.device ?? '')
    .trim()
