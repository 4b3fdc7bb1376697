import { Menu, UnstyledButton, VisuallyHidden, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#platform/session/session.ts'
import classes from './account-menu.module.css'

const schemes = [
  { value: 'light', icon: IconSun, text: 'colourLight' },
  { value: 'dark', icon: IconMoon, text: 'colourDark' },
  { value: 'auto', icon: IconDeviceDesktop, text: 'colourAuto' },
] as const

const initialsOf = (first: string, last: string) => `${first.trim().charAt(0)}${last.trim().charAt(0)}`.toUpperCase()

/** Who is logged in, the colours, and the way out. */
export const AccountMenu = () => {
  const { t } = useTranslation('platform')
  const profile = useProfile()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  if (!profile) return null
  return (
    <Menu position="bottom-end" width={240} shadow="md" radius="lg">
      <Menu.Target>
        <UnstyledButton className={classes.avatar}>
          <span aria-hidden>{initialsOf(profile.firstName, profile.lastName)}</span>
          <VisuallyHidden>{t('account', { name: profile.fullName })}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <div className={classes.name}>{profile.fullName}</div>
          <div className={classes.email}>{profile.email}</div>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('colourScheme')}</Menu.Label>
        {schemes.map(({ value, icon: Icon, text }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
            rightSection={colorScheme === value ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => setColorScheme(value)}
          >
            {t(text)}
          </Menu.Item>
        ))}
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
