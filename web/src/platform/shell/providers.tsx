import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { slow } from '#platform/api/waiting.ts'
import { SiteProvider } from '#platform/session/site-query.tsx'
import { useAreNoticesWanted } from '#platform/ui/notices-wanted.ts'
import { notify } from '#platform/ui/notify.tsx'
import { LateNotices } from './late-parts.ts'
import { SiteLook } from './site-look.tsx'

/** After four seconds the reader knows that the portal is waited for, whatever is open, and can give it up. */
const useSlowNotice = () => {
  const isSlow = useSyncExternalStore(slow.subscribe, slow.isAny)
  useEffect(() => (isSlow ? notify.waiting(slow.giveUp) : undefined), [isSlow])
}

/** The site, its look, and the place where its notices appear. */
export const Providers = ({ children }: { children: ReactNode }) => {
  useSlowNotice()
  const hasNotices = useAreNoticesWanted()
  return (
    <SiteProvider>
      <SiteLook>
        {children}
        {hasNotices ? <LateNotices /> : null}
      </SiteLook>
    </SiteProvider>
  )
}
