import { type ReactNode, Suspense, lazy } from 'react'
import { SiteProvider } from '#platform/session/site-query.tsx'
import { useAreNoticesWanted } from '#platform/ui/notices-wanted.ts'
import { loadNotices } from './load-notices.ts'
import { SiteLook } from './site-look.tsx'

const Notices = lazy(loadNotices)

/** The site, its look, and the place where its notices appear. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const hasNotices = useAreNoticesWanted()
  return (
    <SiteProvider>
      <SiteLook>
        {children}
        {hasNotices ? (
          <Suspense fallback={null}>
            <Notices />
          </Suspense>
        ) : null}
      </SiteLook>
    </SiteProvider>
  )
}
