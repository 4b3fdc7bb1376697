import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core' // oxlint-disable-line eslint/no-restricted-imports -- the dialog others use
import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useAskedClose } from './asked-close.tsx'
import { useIsPhone } from './use-is-phone.ts'

type Props = Pick<ModalProps, 'size' | 'centered' | 'closeOnClickOutside'> & {
  title: ReactNode
  onClose: () => void
  /** How high the sheet of phones is; as high as what is in it when left out. */
  sheetSize?: string
  classNames?: { header?: string; title?: string; sheet?: string }
  closeLabel?: string
  padding?: DrawerProps['padding']
  /** Its choices hold at once, so that closing it loses nothing. */
  holdsAtOnce?: boolean
  children: ReactNode
}

/** A sheet from below on phones, and a dialog elsewhere. */
export const SheetDialog = ({ onClose, sheetSize = 'auto', classNames = {}, closeLabel, ...props }: Props) => {
  const { t } = useTranslation('platform')
  const isPhone = useIsPhone()
  const { size = 'md', centered = false, padding = 'md', holdsAtOnce = false, children, ...rest } = props
  const { dialog, question } = useAskedClose(onClose, { isSending: holdsAtOnce })
  const { header = '', title = '', sheet = '' } = classNames
  const shared = {
    ...rest,
    ...dialog,
    opened: true,
    closeButtonProps: { 'aria-label': closeLabel ?? t('close') },
    children: (
      <>
        {children}
        {question}
      </>
    ),
  }
  return isPhone ? (
    <Drawer
      {...shared}
      position="bottom"
      size={sheetSize}
      padding={padding}
      classNames={{ header, title, content: sheet }}
    />
  ) : (
    <Modal {...shared} size={size} centered={centered} classNames={{ header, title }} />
  )
}
