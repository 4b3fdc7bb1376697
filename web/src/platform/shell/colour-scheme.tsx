import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** One tap between light and dark; "as the system" stands in the account menu. */
export const ColourSchemeButton = () => {
  const { t } = useTranslation('platform')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const label = t(isDark ? 'switchToLight' : 'switchToDark')
  const Icon = isDark ? IconSun : IconMoon
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} c="var(--bar-ink)" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
        <Icon size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
