import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'fullScreen'> & {
  title: string
  opened?: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog with its title and a cross; for questions and forms see ConfirmDialog and FormDialog. */
export const BasicDialog = ({ opened = true, ...props }: Props) => {
  const { t } = useTranslation('platform')
  return <Modal opened={opened} {...props} closeButtonProps={{ 'aria-label': t('close') }} />
}
