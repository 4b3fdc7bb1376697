import { useQuery } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { useProfile } from '#platform/session/session.ts'
import { siteQuery } from '#platform/session/site-query.tsx'
import { menuFor } from './menu.ts'
import type { RouteFlags } from './route-flags.ts'

/** The flags of the open page. An unknown address has none. */
export const useFlags = (): RouteFlags =>
  // What is asked for is picked here: matches change several times on the way to a page.
  useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}

/** The menu of the current visitor. */
export const useMenu = () => {
  const router = useRouter()
  const profile = useProfile()
  const isKiosk = useIsKiosk()
  const features = useQuery(siteQuery).data?.features ?? null
  return useMemo(
    () => menuFor(Object.values(router.routesById), { profile, features, isKiosk }),
    [router, profile, features, isKiosk],
  )
}
