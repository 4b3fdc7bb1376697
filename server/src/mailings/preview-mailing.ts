import type { MailingPreview } from '@spacekeeper/contract/mailings.ts'
import type { Selection } from '@spacekeeper/contract/rosters.ts'
import type { Ctx } from '#platform/ctx.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { fingerprintOf, someNames } from '../rosters/rules.ts'
import { listRecipients } from './list-recipients.ts'
import { mailOf } from './rules.ts'

export type MailingWish = { selection: Selection; subject: string; text: string; concernsMembership: boolean }

/** Stands for these recipients, whatever is written to them. */
export const recipientsFingerprint = (memberIds: readonly number[]) => fingerprintOf('mailing', [[0, memberIds]])

/** Whom a message would reach and how it would look, before anything is sent. */
export const previewMailing = async (ctx: Ctx, wish: MailingWish): Promise<MailingPreview> => {
  const [selected, { EMAIL_ADMIN: adminAddress }] = await Promise.all([listRecipients(ctx, wish), ctx.settings.all()])
  const recipients = selected.filter(({ isRecipient }) => isRecipient)
  const left = selected.filter(({ isRecipient }) => !isRecipient)
  const unverified = left.filter(({ isVerified }) => !isVerified).length
  const person = recipients[0] ?? { firstName: 'Ada' }
  const { html } = await renderMail(ctx, mailOf({ ...wish, words: wish, person, adminAddress }))
  return {
    fingerprint: recipientsFingerprint(recipients.map(({ id }) => id)),
    key: newToken(),
    recipients: {
      count: recipients.length,
      ...someNames(recipients.map(({ firstName, lastName }) => `${firstName} ${lastName}`)),
    },
    leftOut: left.length - unverified,
    unverified,
    html,
    isMailConfigured: ctx.smtpUrl !== undefined,
  }
}
