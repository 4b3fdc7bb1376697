import { useState } from 'react'
import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { MailingPreview } from '@spacekeeper/contract/mailings.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { explain } from '#platform/form/explain.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { mailingsQuery, previewMailing, startMailing, type MailingWish } from './api.ts'
import { MailingPreviewCard } from './mailing-preview-card.tsx'

type Draft = { subject: string; text: string; concernsMembership: boolean }
type Problem = { fields?: Partial<Record<'subject' | 'text', string>>; form?: string }
type Props = { selection: MailingWish['selection']; count: number; onClose: () => void; onDone: () => void }

/** A message to many: written, then seen with whom it reaches, then sent. */
export const MailingDialog = ({ selection, count, onClose, onDone }: Props) => {
  const { t } = useTranslation('mailings')
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>({ subject: '', text: '', concernsMembership: false })
  const [preview, setPreview] = useState<MailingPreview | null>(null)
  const [problem, setProblem] = useState<Problem>({})
  const [isBusy, setBusy] = useState(false)

  const attempt = async (run: () => Promise<void>) => {
    setBusy(true)
    setProblem({})
    try {
      await run()
    } catch (error) {
      setProblem(explain(error, ['subject', 'text']))
      if (hasCode(error, 'previewOutdated')) setPreview(await previewMailing({ ...draft, selection }).catch(() => null))
    } finally {
      setBusy(false)
    }
  }
  const look = () => attempt(async () => setPreview(await previewMailing({ ...draft, selection })))
  const send = ({ fingerprint, key, recipients }: MailingPreview) =>
    attempt(async () => {
      await startMailing({ ...draft, selection, fingerprint, key })
      const words = { count: recipients.count, formatted: formatNumber(recipients.count) }
      notify.done({ text: t('started', words) })
      await client.invalidateQueries({ queryKey: mailingsQuery.queryKey })
      onDone()
    })

  return (
    <BigDialog title={t('title', { count, formatted: formatNumber(count) })} onClose={onClose}>
      {preview ? (
        <MailingPreviewCard
          preview={preview}
          error={problem.form}
          isBusy={isBusy}
          onBack={() => setPreview(null)}
          onSend={() => void send(preview)}
        />
      ) : (
        <DraftForm draft={draft} problem={problem} isBusy={isBusy} onChange={setDraft} onLook={() => void look()} />
      )}
    </BigDialog>
  )
}

type FormProps = {
  draft: Draft
  problem: Problem
  isBusy: boolean
  onChange: (draft: Draft) => void
  onLook: () => void
}

const DraftForm = ({ draft, problem, isBusy, onChange, onLook }: FormProps) => {
  const { t } = useTranslation('mailings')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onLook()
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('subject')}
          maxLength={150}
          data-autofocus
          value={draft.subject}
          error={problem.fields?.subject}
          onChange={(event) => onChange({ ...draft, subject: event.currentTarget.value })}
        />
        <Textarea
          label={t('text')}
          description={t('textHint')}
          rows={10}
          maxLength={10_000}
          size="md"
          value={draft.text}
          error={problem.fields?.text}
          onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
        />
        <Checkbox
          label={t('concerns')}
          description={t('concernsHint')}
          checked={draft.concernsMembership}
          onChange={(event) => onChange({ ...draft, concernsMembership: event.currentTarget.checked })}
        />
        <FormError>{problem.form}</FormError>
        <Group justify="flex-end">
          <Button h={44} type="submit" loading={isBusy}>
            {t('preview')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
