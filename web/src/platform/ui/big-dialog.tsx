import { Drawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useAskedClose } from './asked-close.tsx'
import { useIsPhone } from './use-is-phone.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A dialog with room for a preview; nearly the whole screen on phones. A click beside it does not lose what was written. */
export const BigDialog = ({ title, onClose, children }: Props) => {
  const { t } = useTranslation('platform')
  const isPhone = useIsPhone()
  const { dialog, question } = useAskedClose(onClose)
  const shared = {
    ...dialog,
    opened: true,
    title,
    closeOnClickOutside: false,
    closeButtonProps: { 'aria-label': t('close') },
    children: (
      <>
        {children}
        {question}
      </>
    ),
  }
  return isPhone ? <Drawer {...shared} position="bottom" size="92%" /> : <Modal {...shared} size={680} centered />
}
