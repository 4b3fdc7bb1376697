import type { Registration } from '@spacekeeper/contract/accounts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { readPhone } from '#platform/sms/phone-numbers.ts'
import { findReturning } from '../members/find-returning.ts'
import { insertMember } from '../members/insert-member.ts'
import { checkNewPassword } from './check-new-password.ts'
import { mailInductionJob, mailNewAccountJob, mailReturningJob, mailVerifyLinkJob } from './jobs.ts'
import { hashPassword } from './hash-password.ts'
import { refuseTaken } from './refuse-taken.ts'
import type { Throttle } from './create-throttle.ts'
import type { Visitor } from './visitor-of.ts'

/** Creates an account, and with it everything that is mailed about it: all of it or nothing. Nobody is logged in by it. */
export const registerMember = async (
  ctx: Ctx,
  input: { registration: Registration; visitor: Visitor; throttle: Throttle },
): Promise<void> => {
  const { registration, visitor, throttle } = input
  const { password, vehicleRegistrationPlate, mobile, ...facts } = registration
  const email = facts.email.toLowerCase()
  await throttle.take(['registrationsPerAddress', visitor.network])
  const phone = await readPhone(ctx, { text: mobile, field: 'mobile' })
  await checkNewPassword({ password, facts: [email, facts.screenName] })
  const passwordHash = await hashPassword(password)
  await refuseTaken(() =>
    change(ctx, 'account.registered', async (tx) => {
      const memberId = await insertMember(tx, {
        now: ctx.now(),
        member: {
          ...facts,
          email,
          passwordHash,
          phone,
          vehicleRegistrationPlate: vehicleRegistrationPlate || null,
          isEmailVerified: false,
          isAdmin: false,
          membershipState: 'noob',
        },
      })
      await addJob(tx, mailVerifyLinkJob, { memberId })
      await addJob(tx, mailNewAccountJob, { memberId })
      await addJob(tx, mailInductionJob, { memberId })
      const formerId = await findReturning(tx, { ctx, reachable: { email, phone: mobile } })
      if (formerId !== null) await addJob(tx, mailReturningJob, { memberId, formerId })
      return {
        result: undefined,
        subject: { kind: 'member', id: memberId },
        ...(formerId !== null && { data: { formerId } }),
        tell: [screens.notice({ topic: 'members', audience: { staff: ['members', 'access', 'money'] } })],
      }
    }),
  )
}
