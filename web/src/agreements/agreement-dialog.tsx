import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { agreementsApi } from '@spacekeeper/contract/agreements/routes.ts'
import type { AgreementList, AgreementVersion } from '@spacekeeper/contract/agreements/shapes.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useSpaceDay } from '#platform/form/space-clock.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { addVersion, create } from './api.ts'
import { type AudienceDraft, AudienceForm } from './audience-form.tsx'
import { WordingCard } from './wording-card.tsx'

type AgreementDraft = AudienceDraft & { title: string; text: string; inForceFrom: string }

type SeenWording = z.infer<typeof agreementsApi.create.body>

/** Without `of` a new agreement; with it a new text of one, which begins as the former one reads. */
type Props = {
  plans: AgreementList['plans']
  of?: { agreementId: number; newest: AgreementVersion }
  onClose: () => void
}

const draftOf = (newest: AgreementVersion | undefined, today: string): AgreementDraft => ({
  title: newest?.title ?? '',
  text: newest?.text ?? '',
  inForceFrom: today,
  requiredOf: 'everyone',
  planIds: [],
})

/** A text is written, then seen as members read it, then published. */
export const AgreementDialog = ({ plans, of, onClose }: Props) => {
  const { t } = useTranslation('agreements')
  const spaceDay = useSpaceDay()
  const [seen, setSeen] = useState<SeenWording | null>(null)
  const draft = useApiForm({
    initial: draftOf(of?.newest, spaceDay()),
    schema: agreementsApi.create.body,
    submit: (typed) => Promise.resolve(typed),
    onDone: setSeen,
  })
  const publish = useMutation({
    mutationFn: async ({ title, text, inForceFrom, ...audience }: SeenWording): Promise<unknown> => {
      const wording = { title, text, inForceFrom }
      return of ? addVersion({ agreementId: of.agreementId, ...wording }) : create({ ...wording, ...audience })
    },
    onSuccess: (_, { title }) => {
      notify.done({ text: t('published', { title }) })
      onClose()
    },
  })
  return (
    <BigDialog title={of ? t('newVersionTitle', { title: of.newest.title }) : t('newTitle')} onClose={onClose}>
      {seen ? (
        <Stack gap="md">
          <Text c="dimmed">{t('previewHeading')}</Text>
          <WordingCard title={seen.title} text={seen.text} headingOrder={3} />
          {of ? <Text size="sm">{t('newVersionNote')}</Text> : null}
          <FormError>{publish.error ? errorText(publish.error) : null}</FormError>
          <Group justify="space-between">
            <Button variant="default" onClick={() => setSeen(null)}>
              {t('edit')}
            </Button>
            <Button loading={publish.isPending} onClick={() => publish.mutate(seen)}>
              {t('publish')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Form {...draft.formProps}>
          <Stack gap="md">
            <TextInput {...draft.field('title')} label={t('titleField')} maxLength={150} data-autofocus />
            <Textarea {...draft.field('text')} label={t('textField')} description={t('textHint')} rows={12} />
            <TextInput {...draft.field('inForceFrom')} label={t('fromField')} description={t('fromHint')} type="date" />
            {of ? null : <AudienceForm field={draft.field} requiredOf={draft.values.requiredOf} plans={plans} />}
            <FormError>{draft.failure}</FormError>
            <Group justify="flex-end">
              <Button type="submit" loading={draft.isBusy}>
                {t('preview')}
              </Button>
            </Group>
          </Stack>
        </Form>
      )}
    </BigDialog>
  )
}
