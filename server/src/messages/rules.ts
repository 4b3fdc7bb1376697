import { invitationDays } from '@spacekeeper/contract/auth/words.ts'
import type { MessageState } from '@spacekeeper/contract/messages/shapes.ts'
import type { RetryRefusal } from '@spacekeeper/contract/messages/words.ts'
import type { Actor } from '#platform/ctx.ts'
import type { MailFile } from '#platform/mail/mailer.ts'

/** How long a link in a mail works. */
export const linkHours = (kind: string) => (kind === 'invitation' ? invitationDays * 24 : 24)

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
  kind: string
  isSecret: boolean
  /** Whether the text is still stored. */
  hasText: boolean
  createdAt: Date
  /** Whether there is something to send it with. */
  isSetUp: boolean
  now: Date
}

/** Why a message cannot be sent (again); null when it can. */
export const retryRefusalOf = (message: TextFacts): RetryRefusal | null => {
  if (message.state !== 'failed' && message.state !== 'kept') return 'settled'
  if (!message.hasText) return 'notKept'
  const ageHours = (message.now.getTime() - message.createdAt.getTime()) / 3_600_000
  if (message.isSecret && ageHours >= linkHours(message.kind)) return 'expired'
  return message.isSetUp ? null : 'notSetUp'
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
