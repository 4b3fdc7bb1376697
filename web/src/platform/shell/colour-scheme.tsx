import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { LateTooltip } from '#platform/ui/late-tooltip.tsx'

/** One tap between light and dark; "as the system" stands in the account menu. */
export const ColourSchemeButton = () => {
  const { t } = useTranslation('platform')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const button = useRef<HTMLButtonElement>(null)
  const label = t(isDark ? 'switchToLight' : 'switchToDark')
  const Icon = isDark ? IconSun : IconMoon
  return (
    <>
      <ActionIcon
        ref={button}
        aria-label={label}
        c="var(--bar-ink)"
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      <LateTooltip label={label} target={button} />
    </>
  )
}
