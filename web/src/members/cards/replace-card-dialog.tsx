import { Stack, Text, SegmentedControl, TextInput, Button, Divider } from '@mantine/core'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { Card } from '@spacekeeper/contract/members/shapes.ts'
import { useState, type SyntheticEvent } from 'react'
import { Form } from '#platform/form/form.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { ClaimPicker } from './claim-picker.tsx'
import { useGivenCard } from './given-card.ts'

type Props = { memberId: number; card: Card; onClose: () => void }

/** Ends a card and gives the next one in one step, by its number or by holding it to a door. */
export const ReplaceCardDialog = ({ memberId, card, onClose }: Props) => {
  const { t } = useTranslation('members')
  const [state, setState] = useState<'lost' | 'retired'>('lost')
  const [number, setNumber] = useState('')
  const replaces = { cardId: card.id, state }
  const { add, claim, isBusy, failure } = useGivenCard({ memberId, replaces, onDone: onClose })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    add({ number, label: '' })
  }
  return (
    <BasicDialog title={t('replaceTitle', { number: card.number })} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('replaceHint')}</Text>
        <SegmentedControl
          aria-label={t('oldCard')}
          value={state}
          onChange={setState}
          data={[
            { value: 'lost', label: t('oldLost') },
            { value: 'retired', label: t('oldRetired') },
          ]}
        />
        <Form onSubmit={submit}>
          <Stack gap="sm" align="flex-start">
            <TextInput
              w="100%"
              label={t('newNumber')}
              {...requiredBy(membersApi.addCard.body.shape.number)}
              value={number}
              maxLength={50}
              autoComplete="off"
              onChange={(event) => setNumber(event.currentTarget.value)}
            />
            <Button type="submit" loading={isBusy} disabled={number.trim() === ''}>
              {t('replaceNow')}
            </Button>
          </Stack>
        </Form>
        <Divider label={t('orClaim')} />
        <ClaimPicker
          label={(ending) => t('replaceWith', { ending })}
          isBusy={isBusy}
          onClaim={(swipeId) => claim({ swipeId, label: '' })}
        />
        {failure ? <FormError>{failure}</FormError> : null}
      </Stack>
    </BasicDialog>
  )
}
