import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { PreviewRequest, type ReminderPreview } from '@spacekeeper/contract/reminders/shapes.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { apiKey } from '#platform/api/api-query.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { MemberPicker } from '../search/member-picker.tsx'
import { reminders } from './api.ts'
import classes from './reminders.module.css'

const typingMs = 400

type Template = { channel: string; subject: string; text: string }

type Props = { planId: number | null; template: Template }

type PreviewInput = Parameters<typeof reminders.preview>[0]

const previewQuery = (input: PreviewInput) =>
  queryOptions({
    queryKey: apiKey(reminders.preview, input),
    queryFn: () => reminders.preview(input),
    placeholderData: keepPreviousData,
  })

/** What a template makes for a made-up member, or for one that is chosen. */
export const StepPreviewCard = ({ planId, template }: Props) => {
  const { t } = useTranslation('reminders')
  const [memberId, setMemberId] = useState<number | null>(null)
  const [{ channel, subject, text }] = useDebouncedValue(template, typingMs)
  const top = useRef<HTMLDivElement>(null)
  // It opens below what was typed, where it would not be seen.
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' })
  }, [])
  const input = PreviewRequest.safeParse({ channel, subject, text, planId, memberId })
  return (
    <Stack gap="sm" role="region" aria-label={t('preview')} ref={top}>
      <MemberPicker
        // Unmarked: without a member a made-up one is shown.
        onChoose={(member) => setMemberId(member?.id ?? null)}
      />
      {memberId === null ? (
        <Text size="sm" c="dimmed">
          {t('previewMadeUp')}
        </Text>
      ) : null}
      {input.success ? (
        <StepPreview input={input.data} />
      ) : (
        <Text size="sm" c="dimmed">
          {input.error.issues[0]?.message}
        </Text>
      )}
    </Stack>
  )
}

const StepPreview = ({ input }: { input: PreviewInput }) => (
  <Page query={useQuery(previewQuery(input))}>{(preview) => <Shown preview={preview} />}</Page>
)

const Shown = ({ preview: { name, text, html, isCut } }: { preview: ReminderPreview }) => {
  const { t } = useTranslation('reminders')
  if (html === null) {
    return (
      <div role="figure" aria-label={t('previewSms', { name })}>
        <div className={classes.sms}>{text}</div>
        {isCut ? <Status kind="warning">{t('previewCut')}</Status> : null}
      </div>
    )
  }
  // Without any permission of its own: what staff wrote runs nothing and leads nowhere.
  return <iframe title={t('previewMail', { name })} sandbox="" srcDoc={html} className={classes.mail} tabIndex={-1} />
}
