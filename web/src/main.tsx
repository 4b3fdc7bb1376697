import './platform/api/rules-settings.ts'
import '@mantine/core/styles.css'
import './platform/theme/global.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './platform/api/query-client.ts'
import { startTexts } from './platform/i18n/i18n.ts'
import { Providers } from './platform/shell/providers.tsx'
import { routeTree } from './routeTree.gen.ts'
import { texts } from './texts.ts'

startTexts(texts)
const queryClient = createQueryClient()

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

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </QueryClientProvider>
    </StrictMode>,
  )
}
