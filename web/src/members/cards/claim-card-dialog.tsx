import { Stack, Text, TextInput } from '@mantine/core'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { useState } from 'react'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { ClaimPicker } from './claim-picker.tsx'
import { useGivenCard } from './given-card.ts'

/** Gives a member the card that is being held to a door. */
export const ClaimCardDialog = ({ memberId, onClose }: { memberId: number; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const [label, setLabel] = useState('')
  const { claim, isBusy, failure } = useGivenCard({ memberId, onDone: onClose })
  return (
    <BasicDialog title={t('claimTitle')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('claimHint')}</Text>
        <TextInput
          label={t('cardLabel')}
          {...requiredBy(membersApi.addCard.body.shape.label)}
          value={label}
          maxLength={30}
          autoComplete="off"
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <ClaimPicker
          label={(ending) => t('claimNow', { ending })}
          isBusy={isBusy}
          onClaim={(swipeId) => claim({ swipeId, label })}
        />
        {failure ? <FormError>{failure}</FormError> : null}
      </Stack>
    </BasicDialog>
  )
}
