import { formatMoney } from '#platform/i18n/format.ts'
import { useSite } from '#platform/session/site.ts'

/** Cents as this site writes money. */
export const useMoney = (): ((cents: number) => string) => {
  const { siteLocaleCurrency } = useSite().general
  return (cents) => formatMoney(cents, siteLocaleCurrency)
}
