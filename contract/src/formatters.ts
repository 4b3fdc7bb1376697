// The one home of `Intl`: whatever locale comes in, dates, numbers and lists come out in the language of the words.

/** The language of all words of the portal. */
export const textLanguage = 'en'

/** The language of the words as a locale's region writes it: `sv-SE` gives `en-SE`. */
export const textLocale = (locale: string): string => {
  const region = /-([A-Z]{2}|\d{3})\b/i.exec(locale)?.[1]
  return region === undefined ? textLanguage : `${textLanguage}-${region}`
}

/** Building a formatter costs more than a hundred uses of it, so each is built once. */
const keepFormatters = <Options, Formatter>(build: (locale: string, options: Options) => Formatter) => {
  const formatters = new Map<string, Formatter>()
  return (locale: string, options: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = formatters.get(key) ?? build(locale, options)
    formatters.set(key, known)
    return known
  }
}

const dates = keepFormatters((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))
const numbers = keepFormatters((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
const spans = keepFormatters(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)
const lists = keepFormatters((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options))

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) => dates(textLocale(locale), options)

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}) =>
  numbers(textLocale(locale), options)

export const spanFormat = (locale: string, options: Intl.RelativeTimeFormatOptions) =>
  spans(textLocale(locale), options)

/** "a, b and c" */
export const listNames = (locale: string, names: Iterable<string>): string =>
  lists(textLocale(locale), {}).format(names)

/** Cents as a space writes money, with a real minus sign: "65,00 kr" in Sweden, whatever language the words are in. */
export const formatCents = (cents: number, { locale, currency }: { locale: string; currency: string }): string =>
  numbers(locale, { style: 'currency', currency })
    .format(cents / 100)
    .replace('-', '−')

const plurals = keepFormatters((locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options))

type CountWords = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The words for a count, by the plural rule of the language; `{count}` is the number in full. */
export const sayCount = (count: number, words: CountWords): string =>
  (words[plurals(textLanguage, {}).select(count)] ?? words.other).replace(/(?<!\{)\{count\}/, () =>
    numberFormat(textLanguage).format(count),
  )

/** For programs, not for readers: year, month and day in this order, and hours to 23. */
export const clockFormat = (options: Intl.DateTimeFormatOptions) => dates('en-CA', { hourCycle: 'h23', ...options })
