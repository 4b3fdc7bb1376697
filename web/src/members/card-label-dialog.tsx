import { type SyntheticEvent, useState } from 'react'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Card } from '@spacekeeper/contract/cards.ts'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'

type Props = { card: Card; save: (label: string) => Promise<void>; onClose: () => void }

/** What a card is called, so that it is told from the others. */
export const CardLabelDialog = ({ card, save, onClose }: Props) => {
  const { t } = useTranslation('members')
  const [label, setLabel] = useState(card.label)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await save(label.trim())
      onClose()
    } catch (failure) {
      setError(fieldErrors(failure)['label'] ?? errorText(failure))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('labelTitle', { number: card.number })}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label={t('cardLabel')}
            value={label}
            maxLength={30}
            error={error}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" h={44} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" h={44} loading={isBusy}>
              {t('saveLabel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
