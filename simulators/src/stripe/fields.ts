import type { Stripe } from 'stripe'

type GivenMetadata = Stripe.MetadataParam | '' | null | undefined

/** What was given beside what was there: an empty value takes a name away, an empty whole all of them. */
export const mergeMetadata = (before: Stripe.Metadata, given: GivenMetadata): Stripe.Metadata => {
  if (given === undefined) return before
  if (given === '' || given === null) return {}
  const names = Object.entries({ ...before, ...given })
  return Object.fromEntries(
    names.flatMap(([name, value]) => (value === '' || value === null ? [] : [[name, String(value)]])),
  )
}

export const newMetadata = (given: GivenMetadata) => mergeMetadata({}, given)

/** Text that may be emptied. */
export const textOrNull = (value: string | null | undefined): string | null => value || null

export const emptyAddress: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

export const addressOf = (given: Stripe.AddressParam | '' | null | undefined): Stripe.Address | null =>
  given ? { ...emptyAddress, ...given } : null
