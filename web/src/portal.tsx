import './platform/theme/components.css'
import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from './platform/api/query-client.ts'
import { watchAnswers } from './platform/api/refresh.ts'
import { addTexts } from './platform/i18n/i18n.ts'
import { setPageWords } from './platform/i18n/page-words.ts'
import { setStaffWords } from './platform/i18n/staff-words.ts'
import { siteQuery } from './platform/session/site-query.tsx'
import { Providers } from './platform/shell/providers.tsx'
import { portalTexts } from './portal-texts.ts'
import { routeTree } from './routeTree.gen.ts'

addTexts(portalTexts)
setPageWords('visitors', () => import('./visitor-texts.ts').then((file) => file.visitorTexts))
setPageWords('members', () => import('./page-texts.ts').then((file) => file.pageTexts))
setStaffWords(() => import('./staff-texts.ts').then((file) => file.staffTexts))
const queryClient = createQueryClient()
watchAnswers(queryClient)

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // Query decides what is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

type PortalOpening = { site?: SiteConfig | undefined; path?: string | undefined }

/** Before the portal is drawn: what the login page was told of the site, and where it leads. */
export const preparePortal = ({ site, path }: PortalOpening) => {
  if (site) queryClient.setQueryData(siteQuery.queryKey, site)
  if (path !== undefined) router.history.push(path)
}

/** The files of the page that most logins lead to. */
export const loadDashboard = () => router.loadRouteChunk(router.routesByPath['/dashboard'])

/** Every page of the portal, at the address that the browser shows. */
export const Portal = () => (
  <QueryClientProvider client={queryClient}>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </QueryClientProvider>
)
