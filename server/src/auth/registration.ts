import type { Registration } from '@spacekeeper/contract/auth/shapes.ts'
import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { type RegisteredFacts, registeredFacts, registeredFields } from '@spacekeeper/contract/members/forms.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangePart, type Work } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { readPhone } from '#platform/sms/phone-numbers.ts'
import { findReturning } from '../members/erasure.ts'
import { createMember } from '../members/member-row.ts'
import { refuseLookalike } from '../members/screen-names.ts'
import { refuseBothTaken } from './accounts.ts'
import type { ClientAddress } from './client-address.ts'
import { mailVerifyLinkJob, mailNewAccountJob, mailInductionJob, mailReturningJob } from './jobs.ts'
import { takeRegistration } from './limits/registration-limits.ts'
import type { Throttle } from './limits/throttle.ts'
import { checkNewPassword, hashPassword } from './passwords/passwords.ts'

type NewRegistration = {
  /** With a phone number and an address as the portal stores them. */
  facts: RegisteredFacts
  /** As it was typed. */
  mobile: string
  passwordHash: string | null
  isEmailVerified: boolean
}

/** Creates the account of a person who registered, and queues what staff and they are sent of it; its part of the change comes back. */
export const createRegistered = async (
  work: Work,
  input: NewRegistration,
): Promise<ChangePart & { memberId: number }> => {
  const { facts, mobile, passwordHash, isEmailVerified } = input
  await refuseLookalike(work, { screenName: facts.screenName, memberId: null })
  const memberId = await createMember(work, {
    facts,
    passwordHash,
    isEmailVerified,
    isAdmin: false,
    membershipState: 'noob',
  })
  await addJob(work, mailNewAccountJob, { memberId })
  await addJob(work, mailInductionJob, { memberId })
  const formerId = await findReturning(work, { email: facts.email, phone: mobile })
  if (formerId !== null) await addJob(work, mailReturningJob, { memberId, formerId })
  return {
    memberId,
    event: 'account.registered',
    subject: { kind: 'member', id: memberId },
    ...(formerId !== null && { data: { formerId } }),
    tell: [screens.notice({ topic: 'members', audience: { staff: ['members', 'access', 'money'] } })],
  }
}

/** Creates an account and queues its mails in one transaction. It does not log the member in; their id comes back. */
export const registerMember = async (
  ctx: Ctx,
  input: { registration: Registration; client: ClientAddress; kioskId: number | null; throttle: Throttle },
): Promise<number> => {
  const { registration } = input
  const { password, mobile } = registration
  const facts = registeredFacts(registeredFields, registration)
  const email = plainEmail(facts.email)
  await takeRegistration(input)
  const phone = await readPhone(ctx, { text: mobile, field: 'mobile' })
  await checkNewPassword({ password, owner: facts })
  const passwordHash = await hashPassword(password)
  return refuseBothTaken(ctx, {
    wanted: { email, screenName: facts.screenName },
    run: () =>
      change(ctx, 'account.registered', async (work) => {
        const registered = { ...facts, email, phone }
        const created = { facts: registered, mobile, passwordHash, isEmailVerified: false }
        const { memberId, ...part } = await createRegistered(work, created)
        await addJob(work, mailVerifyLinkJob, { memberId })
        return { ...part, result: memberId }
      }),
  })
}
