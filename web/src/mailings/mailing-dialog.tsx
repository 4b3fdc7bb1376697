import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { mailingsApi } from '@spacekeeper/contract/mailings/routes.ts'
import type { MailingPreview } from '@spacekeeper/contract/mailings/shapes.ts'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { previewMailing, startMailing, type MailingRequest } from './api.ts'
import { MailingPreviewCard } from './mailing-preview-card.tsx'

type Props = { selection: MailingRequest['selection']; count: number; onClose: () => void; onDone: () => void }

/** What is about to be sent: the request, and what the server says of those it reaches. */
type PreparedMailing = { request: MailingRequest; preview: MailingPreview }

const initial = { subject: '', text: '', concernsMembership: false }

const MailingDraft = mailingsApi.preview.body.omit({ selection: true })

const prepare = async (request: MailingRequest): Promise<PreparedMailing> => ({
  request,
  preview: await previewMailing(request),
})

/** A message to many: written, then seen with those it reaches, then sent. */
export const MailingDialog = ({ selection, count, onClose, onDone }: Props) => {
  const { t } = useTranslation('mailings')
  const [prepared, setPrepared] = useState<PreparedMailing | null>(null)
  const draft = useApiForm({
    initial,
    schema: MailingDraft,
    submit: (typed) => prepare({ ...typed, selection }),
    onDone: setPrepared,
  })
  const send = useMutation({
    mutationFn: ({ request, preview: { fingerprint, key } }: PreparedMailing) =>
      startMailing({ ...request, fingerprint, key }),
    onSuccess: (_, { preview: { recipients, isMailConfigured } }) => {
      const words = { count: recipients.count, formatted: formatNumber(recipients.count) }
      notify.done({ text: isMailConfigured ? t('started', words) : t('startedNoMail') })
      onDone()
    },
    onError: async (error, { request }) => {
      if (!hasCode(error, 'previewOutdated')) return
      try {
        setPrepared(await prepare(request))
      } catch {
        setPrepared(null)
      }
    },
  })
  const back = () => {
    setPrepared(null)
    send.reset()
  }
  return (
    <BigDialog title={t('title', { count, formatted: formatNumber(count) })} onClose={onClose}>
      {prepared ? (
        <MailingPreviewCard
          preview={prepared.preview}
          error={send.error ? errorText(send.error) : undefined}
          isBusy={send.isPending}
          onBack={back}
          onSend={() => send.mutate(prepared)}
        />
      ) : (
        <DraftForm draft={draft} />
      )}
    </BigDialog>
  )
}

type DraftFormProps = { draft: ReturnType<typeof useApiForm<typeof initial, unknown, unknown>> }

const DraftForm = ({ draft: { field, failure, isBusy, formProps } }: DraftFormProps) => {
  const { t } = useTranslation('mailings')
  return (
    <Form {...formProps}>
      <Stack gap="md">
        <TextInput {...field('subject')} label={t('subject')} maxLength={150} data-autofocus />
        <Textarea
          {...field('text')}
          label={t('text')}
          description={t('textHint')}
          rows={10}
          maxLength={10_000}
          size="md"
        />
        <Checkbox {...field('concernsMembership', 'checkbox')} label={t('concerns')} description={t('concernsHint')} />
        <FormError>{failure}</FormError>
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('preview')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
