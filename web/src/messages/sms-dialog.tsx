import { useState } from 'react'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { maxSmsLength } from '@spacekeeper/contract/messages.ts'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { outbox } from './api.ts'
import { countSegments } from './count-segments.ts'
import { PreviewCard } from './preview-card.tsx'

type Props = { member: { id: number; name: string; phone: string }; onClose: () => void }

/** Writes a text message to one member: its length and what it costs, the footer and the number are said before it is sent. */
export const SmsDialog = ({ member, onClose }: Props) => {
  const { t } = useTranslation('messages')
  const footer = useSite().features.sms.footer.trim()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<{ field?: string; form?: string }>({})
  const words = text.trim()
  const whole = footer === '' ? words : `${words}\n\n${footer}`
  const { segments } = countSegments(words === '' ? '' : whole)
  const send = async () => {
    if (isBusy) return
    if (words === '') return setError({ field: t('smsEmpty') })
    setBusy(true)
    try {
      await outbox.sendSms({ memberId: member.id, smsBody: words })
      notify.done({ text: t('smsDone', { name: member.name }) })
      onClose()
    } catch (failure) {
      const field = fieldErrors(failure)['smsBody']
      setError(field === undefined ? { form: errorText(failure) } : { field })
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('smsTitle', { name: member.name })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('smsTo', { phone: member.phone })}</Text>
        <Textarea
          label={t('smsText')}
          description={t('smsLength', { count: segments, used: words.length, most: maxSmsLength })}
          value={text}
          maxLength={maxSmsLength}
          rows={4}
          required
          error={error.field}
          data-autofocus
          onChange={(event) => {
            setText(event.currentTarget.value)
            setError({})
          }}
        />
        {words === '' ? null : (
          <Stack gap={4}>
            <Text size="sm" c="dimmed">
              {t('smsPreview')}
            </Text>
            <PreviewCard title={t('smsPreview')} text={whole} html={null} />
          </Stack>
        )}
        {error.form ? <FormError>{error.form}</FormError> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button h={44} loading={isBusy} onClick={() => void send()}>
            {t('smsSend')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
