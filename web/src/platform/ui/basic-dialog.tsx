import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useAskedClose } from './asked-close.tsx'

type Props = Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'fullScreen'> & {
  title: string
  opened?: boolean
  onClose: () => void
  /** The text typed in it is on its way, and asked about no more. */
  isSending?: boolean
  children: ReactNode
}

/** A dialog with its title and a cross; for questions and forms see ConfirmDialog and FormDialog. */
export const BasicDialog = ({ opened = true, onClose, isSending = false, children, ...props }: Props) => {
  const { t } = useTranslation('platform')
  const { dialog, question } = useAskedClose(onClose, { isSending })
  return (
    <Modal {...props} {...dialog} opened={opened} closeButtonProps={{ 'aria-label': t('close') }}>
      {children}
      {question}
    </Modal>
  )
}
