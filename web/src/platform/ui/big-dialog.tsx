import { Drawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsPhone } from './use-is-phone.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A dialog with room for a preview; nearly the whole screen on phones. A click beside it does not lose what was written. */
export const BigDialog = ({ title, onClose, children }: Props) => {
  const { t } = useTranslation('platform')
  const isPhone = useIsPhone()
  const shared = {
    opened: true,
    onClose,
    title,
    closeOnClickOutside: false,
    closeButtonProps: { 'aria-label': t('close') },
    children,
  }
  return isPhone ? <Drawer {...shared} position="bottom" size="92%" /> : <Modal {...shared} size={680} centered />
}
