import { ActionIcon, Popover } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { VisibilityField } from './visibility-field.tsx'

/** A small menu beside a list of members: whether one stands in it oneself. */
export const VisibilityPicker = () => {
  const { t } = useTranslation('visits')
  return (
    <Popover position="bottom-end" width={300} shadow="md" radius="lg" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={t('whoSeesMe')}>
          <IconDots size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('whoSeesMe')}>
        <VisibilityField />
      </Popover.Dropdown>
    </Popover>
  )
}
