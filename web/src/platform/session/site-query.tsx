import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getConfig } from '../api/first-calls.ts'
import { showRegionOf, showTimesOf } from '../i18n/format.ts'
import { nameBalance } from '../i18n/i18n.ts'
import { defaultSite, isOutdated, SiteContext } from './site.ts'

export const siteQuery = queryOptions({
  // As the client of all routes has it, which the login page does without.
  queryKey: ['home', 'getConfig'],
  queryFn: () => getConfig(),
  staleTime: Infinity,
  meta: { live: 'config' },
})

/** Tells what is inside how the site is set up; the login page, which has no queries, tells it what it was told. */
export const SiteProvider = ({ children }: { children: ReactNode }) => {
  const site = useQuery(siteQuery).data ?? defaultSite
  // From the first answer on it is known which screens this window has.
  isOutdated(site)
  // Before titles and menus below are drawn, which have it in their words.
  nameBalance(site.features.memberbucksName)
  showRegionOf(site.general.siteLocaleCurrency)
  showTimesOf(site.kiosk === null ? null : site.general.siteTimeZone)
  return <SiteContext value={site}>{children}</SiteContext>
}
