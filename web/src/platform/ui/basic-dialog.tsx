import { Modal, type ModalProps } from '@mantine/core' // oxlint-disable-line eslint/no-restricted-imports -- the dialog others use
import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useAskedClose } from './asked-close.tsx'

type Props = Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'fullScreen'> & {
  title: string
  opened?: boolean
  onClose: () => void
  /** The text typed in it is on its way, or worth no question, so closing it asks nothing. */
  isSending?: boolean
  closeLabel?: string
  children: ReactNode
}

/** A dialog with its title and a cross; for questions and forms see ConfirmDialog and FormDialog. */
export const BasicDialog = ({ opened = true, onClose, isSending = false, closeLabel, children, ...props }: Props) => {
  const { t } = useTranslation('platform')
  const { dialog, question } = useAskedClose(onClose, { isSending })
  return (
    <Modal {...props} {...dialog} opened={opened} closeButtonProps={{ 'aria-label': closeLabel ?? t('close') }}>
      {children}
      {question}
    </Modal>
  )
}
