import { MantineProvider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useSite } from '#platform/session/site.ts'
import { siteTheme } from '#platform/theme/theme.ts'
import { variables } from '#platform/theme/variables.ts'

/** The look of this site. */
export const SiteLook = ({ children }: { children: ReactNode }) => {
  const site = useSite()
  const theme = useMemo(() => siteTheme(site), [site])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
