import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getConfig } from '../api/first-calls.ts'
import { defaultSite, SiteContext } from './site.ts'

export const siteQuery = queryOptions({
  queryKey: ['site', 'config'],
  queryFn: () => getConfig(),
  staleTime: Infinity,
  meta: { live: 'config' },
})

/** Tells what is inside how the site is set up; the login page, which has no queries, tells it what it was told. */
export const SiteProvider = ({ children }: { children: ReactNode }) => (
  <SiteContext value={useQuery(siteQuery).data ?? defaultSite}>{children}</SiteContext>
)
