import { useState } from 'react'
import { Button, Modal, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SecretCard } from '../enrolments/secret-card.tsx'
import { KeyForm } from './key-form.tsx'

/** Makes a key for another system and shows it this once. */
export const KeyDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('keys')
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={made ? t('createdTitle', { name: made.name }) : t('createTitle')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {made ? (
        <Stack gap="md">
          <SecretCard secret={made.secret} />
          <Button h={44} onClick={onClose}>
            {t('done')}
          </Button>
        </Stack>
      ) : (
        <KeyForm onMade={setMade} onClose={onClose} />
      )}
    </Modal>
  )
}
