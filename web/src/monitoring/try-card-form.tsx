import { Stack, SegmentedControl, TextInput, Button } from '@mantine/core'
import { monitoringApi } from '@spacekeeper/contract/monitoring/routes.ts'
import { useState } from 'react'
import { Form } from '#platform/form/form.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberPicker } from '../search/member-picker.tsx'
import type { TrialRequest } from './api.ts'

type Way = 'member' | 'number'

/** Who or which card is tried. Staff who may not look members up have the number alone. */
export const TryCardForm = ({
  canSearch,
  onTry,
}: {
  canSearch: boolean
  onTry: (who: TrialRequest | null) => void
}) => {
  const { t } = useTranslation('access')
  const [way, setWay] = useState<Way>(canSearch ? 'member' : 'number')
  const choose = (next: Way) => {
    setWay(next)
    onTry(null)
  }
  return (
    <Stack gap="sm">
      {canSearch ? (
        <SegmentedControl
          aria-label={t('tryWho')}
          value={way}
          onChange={choose}
          fullWidth
          data={[
            { value: 'member', label: t('tryMember') },
            { value: 'number', label: t('tryNumber') },
          ]}
        />
      ) : null}
      {way === 'member' ? (
        <MemberPicker
          // Unmarked: it shows what is chosen, and sends nothing.
          onChoose={(member) => onTry(member && { memberId: member.id })}
        />
      ) : (
        <NumberField onTry={onTry} />
      )}
    </Stack>
  )
}

type Props = { onTry: (who: TrialRequest | null) => void }

const NumberField = ({ onTry }: Props) => {
  const { t } = useTranslation('access')
  const [number, setNumber] = useState('')
  const card = number.trim()
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        onTry(card === '' ? null : { card })
      }}
    >
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={t('tryNumber')}
          {...requiredBy(monitoringApi.tryCard.query.shape.card)}
          w="100%"
          value={number}
          maxLength={50}
          autoComplete="off"
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={card === ''}>
          {t('tryAction')}
        </Button>
      </Stack>
    </Form>
  )
}
