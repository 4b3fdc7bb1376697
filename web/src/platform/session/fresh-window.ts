import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { windowReload } from '../ui/reload.ts'
import { siteQuery } from './site-query.tsx'
import { isOutdated } from './site.ts'

export const useIsOutdated = (): boolean => {
  const site = useQuery(siteQuery).data
  return site !== undefined && isOutdated(site)
}

const freshenMs = 10 * 60_000

/**
 * For windows that stand open for months without a member: asks for the site now and then, and loads the window anew for
 * new screens, or because of what `mustReload` reads there.
 */
export const useFreshWindow = (mustReload: (site: SiteConfig) => boolean = isOutdated) => {
  const { data: site } = useQuery({ ...siteQuery, refetchInterval: freshenMs, refetchIntervalInBackground: true })
  const isOld = site !== undefined && mustReload(site)
  useEffect(() => {
    if (!isOld) return undefined
    const timer = setTimeout(windowReload.start, windowReload.pauseMs())
    return () => clearTimeout(timer)
  }, [isOld])
}
