import { Drawer } from '@mantine/core' // oxlint-disable-line eslint/no-restricted-imports -- nothing is typed in the menu
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MenuList } from './rail.tsx'
import classes from './frame.module.css'

/** The whole menu on a phone, from the bottom. */
export const MenuDrawer = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('platform')
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('menu')}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ content: classes.drawer ?? '' }}
    >
      <MenuList label={t('mainMenu')} onNavigate={onClose} />
    </Drawer>
  )
}
