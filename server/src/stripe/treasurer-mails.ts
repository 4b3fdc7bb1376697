import { type CardRefundFailure, cardRefundFailures } from '@spacekeeper/contract/billing/words.ts'
import { formatCents } from '@spacekeeper/contract/formatters.ts'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { localDay } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { type MailSite, mailTemplate, writeMail, type WrittenMail } from '#platform/mail/mail-template.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { listStaffWith } from '../auth/accounts.ts'
import { messagesChanged, queueMail } from '../messages/outbox.ts'
import type { mailTreasurersJob } from './job-names.ts'

type MoneyOf = { name: string; amountCents: number; currency: string }

const amountIn = ({ amountCents, currency }: MoneyOf, { settings }: MailSite): string =>
  formatCents(amountCents, { locale: settings.SITE_LOCALE_CURRENCY, currency })

const madeUp = { name: 'Sam Reid', amountCents: 6500, currency: 'AUD' }

/** Stripe's words for why a bank disputes, with the underscores off. */
const wordsOf = (reason: string) => reason.replaceAll('_', ' ')

/** The mails to staff with the permission for money about what Stripe says of payments. */
export const treasurerMails = {
  refundFailed: mailTemplate({
    kind: 'cardRefundFailed',
    write: (facts: MoneyOf & { failure: CardRefundFailure }, site) => ({
      subject: `A refund to ${facts.name} failed`,
      paragraphs: [
        `We tried to refund ${amountIn(facts, site)} to ${facts.name} the way it was paid.`,
        cardRefundFailures[facts.failure],
      ],
      button: { label: 'See the payments', url: `${site.url}/manage/payments?tab=paid` },
    }),
    sample: { ...madeUp, failure: 'balanceTooLow' },
  }),
  disputeOpened: mailTemplate({
    kind: 'disputeOpened',
    write: (facts: MoneyOf & { reason: string; dueAt: string; isTaken: boolean }, site) => {
      const { SITE_LOCALE_CURRENCY: locale, SITE_TIME_ZONE: zone } = site.settings
      const due = facts.dueAt === '' ? null : longDay(localDay(new Date(facts.dueAt), zone), locale)
      return {
        subject:
          due === null
            ? `${facts.name} disputed a payment of ${amountIn(facts, site)}`
            : `Answer by ${due}: ${facts.name} disputed a payment of ${amountIn(facts, site)}`,
        paragraphs: [
          `The bank of ${facts.name} disputes ${amountIn(facts, site)}. Its reason: ${wordsOf(facts.reason)}.`,
          ...(facts.isTaken ? ['The bank has taken the money back, so the charge is unpaid again.'] : []),
          due === null
            ? 'The bank has decided already, so there is nothing to answer.'
            : `Answer at Stripe by ${due}. After that day the money is lost. If you win, it comes back and is booked again.`,
        ],
        button: { label: 'See the disputes', url: `${site.url}/manage/payments/stripe` },
      }
    },
    sample: { ...madeUp, reason: 'product_not_received', dueAt: '2026-03-12T12:00:00.000Z', isTaken: true },
  }),
}

type TreasurerMailOrder = z.infer<typeof mailTreasurersJob.payload>

const write = (ctx: Ctx, order: TreasurerMailOrder, name: string): Promise<WrittenMail> =>
  order.mail === 'refundFailed'
    ? writeMail(ctx, treasurerMails.refundFailed, { ...order.facts, name })
    : writeMail(ctx, treasurerMails.disputeOpened, { ...order.facts, name })

/** Writes to all treasurers about a member's money. */
export const mailTreasurers = async (ctx: Ctx, order: TreasurerMailOrder): Promise<void> => {
  const treasurers = await listStaffWith(ctx, 'money')
  const member = await ctx.db
    .selectFrom('members')
    .select(fullNameOf('members').as('name'))
    .where('id', '=', order.memberId)
    .executeTakeFirst()
  if (!member || treasurers.length === 0) return
  const mail = await write(ctx, order, member.name)
  await record(ctx, async (work) => {
    for (const { memberId } of treasurers)
      await queueMail(work, { mail, envelope: { memberId, about: [order.memberId] } })
    return { result: undefined, tell: [messagesChanged] }
  })
}
