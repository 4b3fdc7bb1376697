// Apart from the schemas, because the first page needs it and not the validation library.

/** Locales a space can show its money in, and the currency of each. */
export const currencies = {
  'en-AU': 'AUD',
  'en-NZ': 'NZD',
  'en-US': 'USD',
  'en-GB': 'GBP',
  'en-IE': 'EUR',
  'sv-SE': 'SEK',
} as const
export type SiteLocale = keyof typeof currencies
