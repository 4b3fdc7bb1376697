import { currencies } from '@spacekeeper/contract/currencies.ts'
import { formatCents } from '@spacekeeper/contract/formatters.ts'
import type { Ctx } from '#platform/ctx.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { sendMail } from '../messages/outbox.ts'

export type VendingMailFacts = {
  person: { firstName: string }
  machine: string
  product: string | null
  amountCents: number
  balanceCents: number
  /** What staff wrote, for a refund. */
  reason: string
}

/** What the mails say of money, in the locale of the site. */
const moneyOf = ({ amountCents, balanceCents }: VendingMailFacts, { settings }: MailSite) => {
  const locale = settings.SITE_LOCALE_CURRENCY
  const money = { locale, currency: currencies[locale] }
  return {
    amount: formatCents(amountCents, money),
    balance: formatCents(balanceCents, money),
    balanceName: settings.MEMBERBUCKS_NAME,
  }
}

const madeUp: VendingMailFacts = {
  person: { firstName: 'Sam' },
  machine: 'Drinks machine',
  product: 'Ginger beer',
  amountCents: 350,
  balanceCents: 1150,
  reason: 'The can got stuck.',
}

const vendingMail = (
  kind: string,
  write: (facts: VendingMailFacts, money: ReturnType<typeof moneyOf>) => Omit<Mail, 'greeting' | 'button'>,
  sample = madeUp,
) =>
  mailTemplate({
    kind,
    write: (facts: VendingMailFacts, site) => ({
      ...write(facts, moneyOf(facts, site)),
      greeting: greet(facts.person),
      button: { label: 'Open the portal', url: `${site.url}/dashboard` },
    }),
    sample,
  })

/** The mails about what was bought at a machine. They are written after the money has moved. */
export const vendingMails = {
  bought: vendingMail('bought', (facts, { amount, balance, balanceName }) => ({
    subject: facts.product === null ? `${amount} at ${facts.machine}` : `${facts.product}: ${amount}`,
    paragraphs: [
      `You bought ${facts.product ?? 'something'} at ${facts.machine} for ${amount}.`,
      `Your ${balanceName} balance is now ${balance}. If this wasn’t you, tell the people who run the space.`,
    ],
  })),
  paidIn: vendingMail('paidIn', (facts, { amount, balance, balanceName }) => ({
    subject: `${amount} paid in at ${facts.machine}`,
    paragraphs: [`You paid ${amount} onto your ${balanceName} balance at ${facts.machine}. It is now ${balance}.`],
  })),
  refunded: vendingMail('refunded', (facts, { amount, balance, balanceName }) => ({
    subject: `Refunded: ${facts.product ?? facts.machine}, ${amount}`,
    paragraphs: [
      `We refunded ${facts.product ?? 'a purchase'} at ${facts.machine}: ${amount}. Your ${balanceName} balance is now ${balance}.`,
      `The reason: ${facts.reason}`,
    ],
  })),
  lowBalance: vendingMail(
    'lowBalance',
    (facts, { amount, balance, balanceName }) => ({
      subject: `Your ${balanceName} balance is too low`,
      paragraphs: [
        `${facts.machine} asked for ${amount}, but your ${balanceName} balance is ${balance}. Nothing was sold or charged.`,
        'We send this once a day at most.',
      ],
    }),
    { ...madeUp, balanceCents: 120 },
  ),
}

export type VendingMail = keyof typeof vendingMails

type BuyerMail = {
  mail: VendingMail
  memberId: number
  firstName: string
  machine: string
  product: string | null
  amountCents: number
  balanceCents: number
  reason: string
}

/** Writes to a member about what happened at a machine. */
export const mailBuyer = async (ctx: Ctx, about: BuyerMail): Promise<void> => {
  const { mail, memberId, firstName, ...facts } = about
  await sendMail(ctx, {
    template: vendingMails[mail],
    facts: { ...facts, person: { firstName } },
    envelope: { memberId, replyTo: await ctx.settings.get('EMAIL_ADMIN') },
  })
}

const findPurchase = (ctx: Ctx, purchaseId: number) =>
  ctx.db
    .selectFrom('purchases as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .innerJoin('devices as d', 'd.id', 'p.device_id')
    .innerJoin('ledger_entries as e', 'e.id', 'p.ledger_entry_id')
    .leftJoin('products as x', 'x.id', 'p.product_id')
    .leftJoin('ledger_entries as r', 'r.reverses_id', 'e.id')
    .select(['m.id as memberId', 'm.first_name as firstName', 'd.name as machine', 'x.name as product'])
    .select(['p.amount_cents as amountCents', 'e.balance_cents', 'r.balance_cents as refunded_cents', 'r.description'])
    .where('p.id', '=', purchaseId)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()

/** Emails a member what they bought, paid in or got back at a machine. */
export const mailPurchase = async (
  ctx: Ctx,
  input: { purchaseId: number; occasion: 'bought' | 'paidIn' | 'refunded' },
): Promise<void> => {
  const { purchaseId, occasion: mail } = input
  const row = await findPurchase(ctx, purchaseId)
  if (!row) return
  const { balance_cents, refunded_cents, description, ...facts } = row
  const balanceCents = mail === 'refunded' ? (refunded_cents ?? balance_cents) : balance_cents
  await mailBuyer(ctx, { ...facts, mail, balanceCents, reason: description ?? '' })
}

const dayMs = 24 * 60 * 60 * 1000

const wasTold = async (ctx: Ctx, memberId: number) => {
  const told = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('member_id', '=', memberId)
    .where('template', '=', 'lowBalance')
    .where('created_at', '>', new Date(ctx.now().getTime() - dayMs))
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

/** Emails a member, once a day at most, that their balance was too low for a purchase. */
export const mailLowBalance = async (
  ctx: Ctx,
  input: { memberId: number; deviceId: number; amountCents: number },
): Promise<void> => {
  const { memberId, deviceId, amountCents } = input
  if (await wasTold(ctx, memberId)) return
  const row = await ctx.db
    .selectFrom('members as m')
    .innerJoin('devices as d', (on) => on.on('d.id', '=', deviceId))
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(['m.first_name as firstName', 'd.name as machine', 'b.balance_cents'])
    .where('m.id', '=', memberId)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return
  const { balance_cents, ...facts } = row
  const about = { memberId, product: null, amountCents, balanceCents: balance_cents ?? 0, reason: '' }
  await mailBuyer(ctx, { mail: 'lowBalance', ...facts, ...about })
}
