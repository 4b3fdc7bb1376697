import type { Ctx } from '#platform/ctx.ts'
import { greet } from '#platform/mail/greet.ts'
import { mailTemplate } from '#platform/mail/mail-template.ts'
import { sendMail } from '../../messages/outbox.ts'
import { findAccount } from '../accounts.ts'

export const tokenReusedMail = mailTemplate<{ person: { firstName: string }; appName: string }>({
  kind: 'appTokenReused',
  write: ({ person, appName }, site) => ({
    subject: 'You were logged out of the app',
    greeting: greet(person),
    paragraphs: [
      `The key that keeps the app “${appName}” logged in at ${site.siteName} was used twice, from two places. Someone else may have copied it, so we ended that login.`,
      'Log in again on your phone. If you don’t know why, change your password, too.',
    ],
    button: { label: 'See where you are logged in', url: `${site.url}/account/profile` },
  }),
  sample: { person: { firstName: 'Sam' }, appName: 'Pixel 9' },
})

/** Tells a member that a login of an app was ended, because its token is in two hands. */
export const mailTokenReused = async (
  ctx: Ctx,
  { memberId, appName }: { memberId: number; appName: string },
): Promise<void> => {
  const person = await findAccount(ctx, memberId)
  if (!person) return
  await sendMail(ctx, { template: tokenReusedMail, facts: { person, appName }, envelope: { memberId } })
}
