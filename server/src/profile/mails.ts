import type { Ctx } from '#platform/ctx.ts'
import { greet } from '#platform/mail/greet.ts'
import { mailTemplate } from '#platform/mail/mail-template.ts'
import { fullName } from '#platform/shown-name.ts'
import { findStaffAddresses } from '../auth/accounts.ts'
import { sendMail } from '../messages/outbox.ts'

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
  /** Null where the member closed it. */
  closedBy: string | null
}

/** Says goodbye to the former member and tells staff. */
export const mailClosed = async (ctx: Ctx, closed: ClosedAccount): Promise<void> => {
  const { memberId, email, isSuspended, closedBy } = closed
  await sendMail(ctx, {
    template: goodbyeMail,
    facts: { person: closed, isOwnChoice: closedBy === null },
    envelope: { to: email, memberId, replyTo: await ctx.settings.get('EMAIL_ADMIN') },
  })
  await sendMail(ctx, {
    template: closedMail,
    facts: { person: closed, memberId, isSuspended, closedBy },
    envelope: { to: await findStaffAddresses(ctx), memberId },
  })
}
