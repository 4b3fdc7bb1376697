import { currencies, type SiteLocale } from '@spacekeeper/contract/currencies.ts'
import { greet } from '#platform/mail/greet.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Facts = {
  person: { firstName: string }
  /** What the site calls its balance. */
  balanceName: string
  url: string
  locale: SiteLocale
  machine: string
  product: string | null
  amountCents: number
  balanceCents: number
  /** What staff wrote, for a refund. */
  reason: string
}

const words = ({ locale, amountCents, balanceCents }: Facts) => {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: currencies[locale] })
  return { amount: money.format(amountCents / 100), balance: money.format(balanceCents / 100) }
}
const account = ({ url }: Facts) => ({ label: 'Open the portal', url: `${url}/dashboard` })

/** The mails about what was bought at a machine. They are written after the money has moved. */
export const vendingMails = {
  bought: (facts) => {
    const { amount, balance } = words(facts)
    return {
      subject: facts.product === null ? `${amount} at ${facts.machine}` : `${facts.product}: ${amount}`,
      greeting: greet(facts.person),
      paragraphs: [
        `You bought ${facts.product ?? 'something'} at ${facts.machine} for ${amount}.`,
        `Your ${facts.balanceName} balance was ${balance} afterwards. If this was not you, tell the people who run the space.`,
      ],
      button: account(facts),
    }
  },
  paidIn: (facts) => {
    const { amount, balance } = words(facts)
    return {
      subject: `${amount} paid in at ${facts.machine}`,
      greeting: greet(facts.person),
      paragraphs: [
        `${amount} were paid onto your ${facts.balanceName} balance at ${facts.machine}. It was ${balance} afterwards.`,
      ],
      button: account(facts),
    }
  },
  refunded: (facts) => {
    const { amount, balance } = words(facts)
    return {
      subject: `Refunded: ${facts.product ?? facts.machine}, ${amount}`,
      greeting: greet(facts.person),
      paragraphs: [
        `What was booked at ${facts.machine} was put right: ${facts.product ?? 'a purchase'}, ${amount}. Your ${facts.balanceName} balance was ${balance} afterwards.`,
        `The reason: ${facts.reason}`,
      ],
      button: account(facts),
    }
  },
  lowBalance: (facts) => {
    const { amount, balance } = words(facts)
    return {
      subject: `Your ${facts.balanceName} balance is too low`,
      greeting: greet(facts.person),
      paragraphs: [
        `${facts.machine} asked for ${amount}, and your ${facts.balanceName} balance is ${balance}, so nothing was sold and nothing was charged.`,
        'You hear of this once a day at most.',
      ],
      button: account(facts),
    }
  },
} as const satisfies Record<string, (facts: Facts) => Mail>

export type VendingMail = keyof typeof vendingMails

const madeUp = {
  person: { firstName: 'Sam' },
  machine: 'Drinks machine',
  product: 'Ginger beer',
  amountCents: 350,
  balanceCents: 1150,
  reason: 'The can got stuck.',
} satisfies Partial<Facts>

/** Every mail about purchases, to somebody made up. */
export const sampleVendingMails = (site: Pick<Facts, 'balanceName' | 'url' | 'locale'>) =>
  Object.entries(vendingMails).map(([kind, write]) => ({
    kind,
    mail: write({ ...madeUp, ...site, ...(kind === 'lowBalance' && { balanceCents: 120 }) }),
  }))
