import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'

type Props = Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'fullScreen'> & {
  title: string
  opened?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog with its title and a cross; for questions and forms see ConfirmDialog and FormDialog. A click beside it closes
 * it until something was entered: that would be lost.
 */
export const BasicDialog = ({ opened = true, closeOnClickOutside = true, ...props }: Props) => {
  const { t } = useTranslation('platform')
  const [hasInput, setHasInput] = useState(false)
  return (
    <Modal
      {...props}
      opened={opened}
      closeOnClickOutside={closeOnClickOutside && !hasInput}
      onInput={() => setHasInput(true)}
      closeButtonProps={{ 'aria-label': t('close') }}
    />
  )
}
