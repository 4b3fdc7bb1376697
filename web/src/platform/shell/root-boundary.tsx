import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import type { ReactNode } from 'react'
import { defaultSite, SiteContext } from '#platform/session/site.ts'
import { Boundary } from '#platform/ui/boundary.tsx'
import { FailedScreen } from './failed-screen.tsx'
import { SiteLook } from './site-look.tsx'

type SiteProps = { site: SiteConfig | undefined }

/** The whole window where nothing else could be drawn. */
export const RootFailure = ({ site = defaultSite, error }: SiteProps & { error: unknown }) => (
  <SiteContext value={site}>
    <SiteLook>
      <FailedScreen error={error} />
    </SiteLook>
  </SiteContext>
)

/** Around all that the window shows: an error that nothing below has caught leaves words and a way on, never a white page. */
export const RootBoundary = ({ site, children }: SiteProps & { children: ReactNode }) => {
  const failure = (error: unknown) => <RootFailure site={site} error={error} />
  return <Boundary failure={failure}>{children}</Boundary>
}
