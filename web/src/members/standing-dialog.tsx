import { useState } from 'react'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { FormError } from '#platform/ui/form-error.tsx'

type Props = {
  title: string
  /** What will happen. */
  meaning: string
  hint: string
  needsReason: boolean
  isDangerous: boolean
  run: (reason: string) => Promise<unknown>
  onClose: () => void
}

const longest = 500

/** Says what will happen, takes the reason the member will read, and does it. */
export const StandingDialog = ({ title, meaning, hint, needsReason, isDangerous, run, onClose }: Props) => {
  const { t } = useTranslation('members')
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<{ field?: string; form?: string }>({})
  const confirm = async () => {
    if (isBusy) return
    if (needsReason && reason.trim() === '') return setError({ field: t('reasonMissing') })
    setBusy(true)
    try {
      await run(reason.trim())
      onClose()
    } catch (failure) {
      const field = fieldErrors(failure)['reason']
      setError(field === undefined ? { form: errorText(failure) } : { field })
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <Stack gap="md">
        <Text size="sm">{meaning}</Text>
        <Textarea
          label={t(needsReason ? 'reason' : 'reasonOptional')}
          description={hint}
          value={reason}
          maxLength={longest}
          rows={3}
          required={needsReason}
          error={error.field}
          data-autofocus
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setError({})
          }}
        />
        {error.form ? <FormError>{error.form}</FormError> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button h={44} {...(isDangerous && { color: 'red' })} loading={isBusy} onClick={() => void confirm()}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
