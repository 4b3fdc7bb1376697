import { Button, Card, SegmentedControl, Stack, Textarea, Title } from '@mantine/core'
import { staffIssuesApi } from '@spacekeeper/contract/issues/staff-routes.ts'
import { useState } from 'react'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { writeNote } from './api.ts'

type Props = { issueId: number; hasReporter: boolean }

const NoteForm = ({ issueId, hasReporter, onDone }: Props & { onDone: () => void }) => {
  const { t } = useTranslation('issues')
  const { field, values, set, failure, isBusy, formProps } = useApiForm({
    initial: { text: '', isInternal: !hasReporter },
    schema: staffIssuesApi.writeNote.body,
    submit: ({ text, isInternal }) => writeNote({ issueId, text, isInternal }),
    onDone: () => {
      notify.done({ text: t(values.isInternal ? 'noteKept' : 'noteSent') })
      onDone()
    },
  })
  const { isInternal } = values
  return (
    <Form {...formProps}>
      <Stack gap="sm">
        {hasReporter ? (
          <SegmentedControl
            aria-label={t('noteKind')}
            value={isInternal ? 'internal' : 'reply'}
            onChange={(value) => set('isInternal', value === 'internal')}
            data={[
              { value: 'reply', label: t('noteReply') },
              { value: 'internal', label: t('noteInternal') },
            ]}
          />
        ) : null}
        <Textarea
          {...field('text')}
          label={t('noteText')}
          description={t(isInternal ? 'noteInternalHint' : 'noteReplyHint')}
          rows={4}
          maxLength={2000}
        />
        {failure ? <FormError>{failure}</FormError> : null}
        <Button type="submit" variant="default" loading={isBusy}>
          {t(isInternal ? 'keepNote' : 'sendNote')}
        </Button>
      </Stack>
    </Form>
  )
}

/** Notes for staff, and answers to the reporter. */
export const NoteCard = (props: Props) => {
  const { t } = useTranslation('issues')
  const [written, setWritten] = useState(0)
  return (
    <Card component="section" aria-label={t('writeTitle')}>
      <Title order={2} mb="sm">
        {t('writeTitle')}
      </Title>
      <NoteForm key={written} {...props} onDone={() => setWritten(written + 1)} />
    </Card>
  )
}
