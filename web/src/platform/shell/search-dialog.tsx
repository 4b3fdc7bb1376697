import { Spotlight, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useNavigate } from '@tanstack/react-router'
import { IconSearch } from '@tabler/icons-react'
import { useText } from '#platform/i18n/use-text.ts'
import { asTo } from './app-link.ts'
import { useMenu } from './use-shell.ts'

export const openSearch = () => spotlight.open()

/** Every page of the menu, found by typing a part of its name. */
export const SearchDialog = () => {
  const t = useText()
  const navigate = useNavigate()
  const menu = useMenu()
  const pages = menu.map(({ path, title, icon: Icon }) => ({
    id: path,
    label: t(title),
    leftSection: <Icon size={20} stroke={1.7} aria-hidden />,
    onClick: () => void navigate({ to: asTo(path) }),
  }))
  return (
    <Spotlight
      shortcut={null}
      actions={pages}
      nothingFound={t('platform:searchNothing')}
      highlightQuery
      radius="lg"
      yOffset="12dvh"
      centered={false}
      overlayProps={{ blur: 0 }}
      shadow="lg"
      searchProps={{
        leftSection: <IconSearch size={20} stroke={1.7} aria-hidden />,
        placeholder: t('platform:searchOrJump'),
        'aria-label': t('platform:searchOrJump'),
      }}
    />
  )
}
