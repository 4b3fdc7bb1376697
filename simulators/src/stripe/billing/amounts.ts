/** To the nearest cent, halves away from zero, as Stripe rounds credits and debits alike. */
export const roundCents = (amount: number) => Math.sign(amount) * Math.round(Math.abs(amount)) || 0

/** What the part of a period from `from` to its end costs. Counted to the second. */
export function prorated(amount: number, period: { start: number; end: number }, from: number): number {
  const length = period.end - period.start
  if (length <= 0) return 0
  const rest = Math.min(Math.max(period.end - from, 0), length)
  return roundCents((amount * rest) / length)
}

/** Splits an amount over parts in proportion to their weights without losing a cent: the last part gets what is over. */
export function split(amount: number, weights: number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum <= 0) return weights.map(() => 0)
  const last = weights.findLastIndex((weight) => weight > 0)
  const shares = weights.map((weight, at) => (at === last ? 0 : Math.floor((amount * weight) / sum)))
  shares[last] = amount - shares.reduce((total, share) => total + share, 0)
  return shares
}

/** A coupon as far as it counts: one of the two is set. */
export interface CouponReduction {
  id: string
  percentOff: number | null
  amountOff: number | null
  /** The products it is for; all when there are none. */
  products?: string[]
}

export interface DiscountedLine {
  amount: number
  discountable: boolean
  product: string | null
}

export interface LineDiscount {
  amount: number
  discount: string
}

/**
 * What each discount takes from each line. Discounts follow each other: the second counts from what the first left.
 * Credits and prorations are not discountable, and nothing goes below zero.
 */
export function discountLines(lines: DiscountedLine[], reductions: CouponReduction[]): LineDiscount[][] {
  const left = lines.map((line) => (line.discountable ? Math.max(line.amount, 0) : 0))
  const taken: LineDiscount[][] = lines.map(() => [])
  for (const { id, percentOff, amountOff, products } of reductions) {
    const weights = left.map((amount, at) => (isFor(lines[at]?.product ?? null, products) ? amount : 0))
    const base = weights.reduce((total, weight) => total + weight, 0)
    const whole = percentOff === null ? Math.min(amountOff ?? 0, base) : roundCents((base * percentOff) / 100)
    for (const [at, share] of split(whole, weights).entries()) {
      if (share === 0) continue
      left[at] = (left[at] ?? 0) - share
      taken[at]?.push({ amount: share, discount: id })
    }
  }
  return taken
}

const isFor = (product: string | null, products: string[] | undefined) =>
  products === undefined || (product !== null && products.includes(product))

/** The least that Stripe charges at all, per currency. What is less goes to the customer's balance. */
const leastCharges: Record<string, number> = { sek: 300, nok: 300, dkk: 250, czk: 1500, pln: 200 }
export const leastCharge = (currency: string) => leastCharges[currency] ?? 50

export interface Settlement {
  amountDue: number
  endingBalance: number
}

/**
 * How an invoice meets the balance of the customer when it is finalised: credit is below zero and pays first, a debt
 * is added, and a total below zero becomes credit. What is too small to charge is owed until the next invoice.
 */
export function settle(total: number, startingBalance: number, currency: string): Settlement {
  const sum = total + startingBalance
  if (sum < leastCharge(currency)) return { amountDue: 0, endingBalance: sum }
  return { amountDue: sum, endingBalance: 0 }
}

const symbols: Record<string, string> = { eur: '€', usd: '$', aud: 'A$', gbp: '£', chf: 'CHF ', cad: 'CA$', nzd: 'NZ$' }

/** As Stripe writes prices in the descriptions of lines: `€20.00`. */
export const priceWords = (amount: number, currency: string) =>
  `${symbols[currency] ?? `${currency.toUpperCase()} `}${(amount / 100).toFixed(2)}`

/** `29 Feb 2028`, in UTC. */
export function dayWords(at: number): string {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  const date = new Date(at * 1000)
  return `${String(date.getUTCDate()).padStart(2, '0')} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}
