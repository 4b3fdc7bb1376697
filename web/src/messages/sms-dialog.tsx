import { Stack, Text, Textarea } from '@mantine/core'
import { maxSmsLength } from '@spacekeeper/contract/messages/words.ts'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { outbox } from './api.ts'
import { PreviewCard } from './preview-card.tsx'
import { countSegments } from './sms-segments.ts'

type Props = { member: { id: number; name: string; phone: string }; onClose: () => void }

/** Writes a text message to one member: its length and what it costs, the footer and the number are said before it is sent. */
export const SmsDialog = ({ member, onClose }: Props) => {
  const { t } = useTranslation('messages')
  return (
    <FormDialog
      title={t('smsTitle', { name: member.name })}
      action={t('smsSend')}
      initial={{ smsBody: '' }}
      schema={z.object({ smsBody: z.string().trim().min(1, t('smsEmpty')) })}
      submit={async ({ smsBody }) => {
        await outbox.sendSms({ memberId: member.id, smsBody })
        notify.done({ text: t('smsDone', { name: member.name }) })
      }}
      onClose={onClose}
    >
      {({ field, values }) => <SmsFields field={field('smsBody')} text={values.smsBody.trim()} phone={member.phone} />}
    </FormDialog>
  )
}

const SmsFields = ({ field, text, phone }: { field: object; text: string; phone: string }) => {
  const { t } = useTranslation('messages')
  const footer = useSite().features.sms.footer.trim()
  const whole = footer === '' ? text : `${text}\n\n${footer}`
  const { segments } = countSegments(text === '' ? '' : whole)
  return (
    <>
      <Text size="sm">{t('smsTo', { phone })}</Text>
      <Textarea
        {...field}
        label={t('smsText')}
        description={t('smsLength', { count: segments, used: text.length, most: maxSmsLength })}
        maxLength={maxSmsLength}
        rows={4}
        data-autofocus
      />
      {text === '' ? null : (
        <Stack gap={4}>
          <Text size="sm" c="dimmed">
            {t('smsPreview')}
          </Text>
          <PreviewCard title={t('smsPreview')} text={whole} html={null} />
        </Stack>
      )}
    </>
  )
}
