import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useSite } from '#platform/session/site.ts'
import { siteTheme } from '#platform/theme/theme.ts'
import { variables } from '#platform/theme/variables.ts'

const toastMs = 5000

/** The look of this site, and the place where its notices appear. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const site = useSite()
  const theme = useMemo(() => siteTheme(site), [site])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      {children}
      <Notifications autoClose={toastMs} position="bottom-center" containerWidth={520} />
    </MantineProvider>
  )
}
