import { useState } from 'react'
import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormError } from '#platform/ui/form-error.tsx'
import { ClaimPicker } from './claim-picker.tsx'
import { useGivenCard } from './use-given-card.ts'

/** Gives a member the card that is being held to a door. */
export const ClaimCardDialog = ({ memberId, onClose }: { memberId: number; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const [label, setLabel] = useState('')
  const { claim, isBusy, failure } = useGivenCard({ memberId, onDone: onClose })
  return (
    <Modal opened onClose={onClose} title={t('claimTitle')} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <Stack gap="md">
        <Text size="sm">{t('claimHint')}</Text>
        <TextInput
          label={t('cardLabel')}
          value={label}
          maxLength={30}
          autoComplete="off"
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <ClaimPicker
          label={(ending) => t('claimNow', { ending })}
          isBusy={isBusy}
          onClaim={(swipeId) => void claim({ swipeId, label })}
        />
        {failure ? <FormError>{failure}</FormError> : null}
      </Stack>
    </Modal>
  )
}
