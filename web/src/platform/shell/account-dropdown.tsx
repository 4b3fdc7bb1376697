import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { type OpeningProps, useOpenAtOnce } from '#platform/ui/late-opening.tsx'
import classes from './account-menu.module.css'

const schemes = [
  { value: 'light', icon: IconSun, text: 'colourLight' },
  { value: 'dark', icon: IconMoon, text: 'colourDark' },
  { value: 'auto', icon: IconDeviceDesktop, text: 'colourAuto' },
] as const

const schemeOf = (chosen: string) => schemes.find(({ value }) => value === chosen)?.value ?? 'auto'

/** Who is logged in, the colours, and the way out. */
export const AccountDropdown = ({ face }: OpeningProps) => {
  const { ref, ...opening } = useOpenAtOnce()
  const { t } = useTranslation('platform')
  const profile = useProfile()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  if (!profile) return null
  return (
    <Menu {...opening} position="bottom-end" width={240} shadow="md" radius="lg" withinPortal={false}>
      <Menu.Target>{face({ ref })}</Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <div className={classes.name}>{profile.fullName}</div>
          <div className={classes.email}>{profile.email}</div>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('colourScheme')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(schemeOf(value))}>
          {schemes.map(({ value, icon: Icon, text }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick
              checkIcon={<IconCheck size={16} aria-hidden />}
              rightSection={<Icon size={18} stroke={1.7} aria-hidden />}
            >
              {t(text)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/account/profile"
          leftSection={<IconUserCircle size={18} stroke={1.7} aria-hidden />}
        >
          {t('profile')}
        </Menu.Item>
        <Menu.Item component={Link} to="/logout" leftSection={<IconLogout size={18} stroke={1.7} aria-hidden />}>
          {t('logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
