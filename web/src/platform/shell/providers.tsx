import { MantineProvider } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useSite } from '#platform/session/site.ts'
import { siteTheme } from '#platform/theme/theme.ts'
import { variables } from '#platform/theme/variables.ts'
import { useAreNoticesWanted } from '#platform/ui/notices-wanted.ts'
import { loadNotices } from './load-notices.ts'

const Notices = lazy(loadNotices)

/** The look of this site, and the place where its notices appear. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const site = useSite()
  const hasNotices = useAreNoticesWanted()
  const theme = useMemo(() => siteTheme(site), [site])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      {children}
      {hasNotices ? (
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
      ) : null}
    </MantineProvider>
  )
}
