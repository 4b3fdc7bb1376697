/** Cents as people read them in a locale, such as `$12.50`; in any currency, also of other countries. */
export const formatCents = (cents: number, { locale, currency }: { locale: string; currency: string }): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100).replace('-', '−')

/** A day of the calendar, such as `2026-03-31`, as people read it: 31 March 2026. */
export const formatCalendarDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
