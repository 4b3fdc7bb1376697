import { lazy, Suspense, useMemo } from 'react'
import type { ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
import { useSite } from '#platform/session/site.ts'
import { siteTheme } from '#platform/theme/theme.ts'
import { variables } from '#platform/theme/variables.ts'

// The first page has nothing to announce; what is announced before this has come waits in its store.
const Notices = lazy(() => import('./notices.tsx').then((file) => ({ default: file.Notices })))

/** The look of this site, and the place where its notices appear. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const site = useSite()
  const theme = useMemo(() => siteTheme(site), [site])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      {children}
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
    </MantineProvider>
  )
}
