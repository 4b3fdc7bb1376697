import { type Work, within } from '#platform/db/change.ts'
import { greet } from '#platform/mail/greet.ts'
import { mailTemplate, writeMail } from '#platform/mail/mail-template.ts'
import { fullName } from '#platform/shown-name.ts'
import { listStaffAddressees } from '../auth/accounts.ts'
import { queueMail } from '../messages/outbox.ts'

type FormerMember = { firstName: string; lastName: string }

const samplePerson: FormerMember = { firstName: 'Sam', lastName: 'Sample' }

/** Goes to the member's former address, which is not stored any more when it arrives. */
export const goodbyeMail = mailTemplate<{ person: FormerMember; isOwnChoice: boolean }>({
  kind: 'goodbye',
  write: (facts, site) => ({
    subject: 'Your account is closed',
    greeting: greet(facts.person),
    paragraphs: [
      `${facts.isOwnChoice ? `Your account at ${site.siteName} is closed, as you asked.` : `Staff closed your account at ${site.siteName}.`} We’ve erased your name, email, phone and other personal details, and your cards no longer work.`,
      'Visit, swipe and payment records are kept without your name.',
      `${facts.isOwnChoice ? 'If you didn’t close it' : 'If you think this is a mistake'}, reply to this email straight away: it reaches the people who run the space. Thank you for being with us.`,
    ],
    button: { label: 'Open the portal', url: site.url },
  }),
  sample: { person: samplePerson, isOwnChoice: true },
})

/** Goes to staff. */
export const closedMail = mailTemplate<{
  person: FormerMember
  memberId: number
  isSuspended: boolean
  closedBy: string | null
}>({
  kind: 'accountClosed',
  write: (facts, site) => ({
    subject: facts.closedBy === null ? 'A member closed their account' : 'A member’s account was closed',
    paragraphs: [
      'They no longer appear in any list, and their cards work on no door. Remember to collect anything they borrowed.',
      ...(facts.isSuspended
        ? [
            'They were suspended. The suspension stays, and we’ll email you if an account is created with the same email or phone number.',
          ]
        : []),
    ],
    facts: [
      { label: 'Name', value: fullName(facts.person) },
      { label: 'Member number', value: String(facts.memberId) },
      ...(facts.closedBy === null ? [] : [{ label: 'Closed by', value: facts.closedBy }]),
    ],
    button: { label: 'Open the portal', url: `${site.url}/manage/members/${facts.memberId}` },
  }),
  sample: { person: samplePerson, memberId: 42, isSuspended: true, closedBy: null },
})

export const profileMails = [goodbyeMail, closedMail]

type ClosedAccount = FormerMember & {
  memberId: number
  email: string
  isSuspended: boolean
  /** Null where the member closed it; without a number where only the name is known. */
  closer: { id: number | null; name: string } | null
}

/** Says goodbye to the former member and tells staff, in the transaction that forgets both name and address. */
export const queueClosed = async (work: Work, closed: ClosedAccount): Promise<void> => {
  const { memberId, email, isSuspended, closer } = closed
  const { ctx } = work
  const goodbye = await writeMail(ctx, goodbyeMail, { person: closed, isOwnChoice: closer === null })
  const replyTo = await ctx.settings.get('EMAIL_ADMIN')
  await queueMail(work, { mail: goodbye, envelope: { to: email, memberId, replyTo } })
  const facts = { person: closed, memberId, isSuspended, closedBy: closer?.name ?? null }
  const mail = await writeMail(ctx, closedMail, facts)
  const about = [memberId, ...(closer?.id ? [closer.id] : [])]
  for (const one of await listStaffAddressees(within(work)))
    await queueMail(work, { mail, envelope: { ...one, about } })
}
