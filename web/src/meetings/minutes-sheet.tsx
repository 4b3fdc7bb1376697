import { Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import type { StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { staffMeetingsApi } from '@spacekeeper/contract/meetings/staff-routes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiForm } from '#platform/form/api-form.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { Form } from '#platform/form/form.tsx'
import { LeaveDialog } from '#platform/form/leave-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { downloadRegister, publishMinutes, staffMeetingQuery, writeMinutes } from './api.ts'

/** The minutes of a meeting, and its register to print. */
export const MinutesSheet = ({ meetingId }: { meetingId: number }) => {
  const query = useQuery(staffMeetingQuery(meetingId))
  return (
    <Page query={query}>
      {(meeting) => (
        <Stack gap="md">
          <Minutes meeting={meeting} />
          <Register meetingId={meetingId} />
        </Stack>
      )}
    </Page>
  )
}

const Minutes = ({ meeting }: { meeting: StaffMeeting }) => {
  const { t } = useTranslation('meetings')
  const [isAsked, setAsked] = useState(false)
  const [saved, setSaved] = useState(meeting.minutes)
  const draft = useApiForm({
    initial: { minutes: meeting.minutes },
    schema: staffMeetingsApi.writeMinutes.body,
    submit: async ({ minutes }) => {
      await writeMinutes({ meetingId: meeting.id, minutes })
      return minutes
    },
    onDone: (minutes) => {
      setSaved(minutes)
      notify.done({ text: t('minutesSaved') })
    },
  })
  const isPublished = meeting.minutesPublishedAt !== null
  const isChanged = draft.values.minutes !== saved
  return (
    <Card component="section" aria-labelledby="minutes">
      <Form {...draft.formProps}>
        <Stack gap="md">
          <Group justify="space-between">
            <Title order={2} id="minutes">
              {t('minutes')}
            </Title>
            <Status kind={isPublished ? 'good' : 'waiting'}>{t(isPublished ? 'minutesLive' : 'minutesDraft')}</Status>
          </Group>
          <Textarea
            {...draft.field('minutes')}
            label={t('minutesField')}
            description={t('minutesHint')}
            rows={16}
            disabled={meeting.phase === 'cancelled'}
          />
          <FormError>{draft.failure}</FormError>
          <Group gap="xs">
            <Button type="submit" loading={draft.isBusy} disabled={!isChanged}>
              {t('minutesSave')}
            </Button>
            <Button
              variant="default"
              disabled={isChanged || (!isPublished && saved.trim() === '') || meeting.phase === 'cancelled'}
              onClick={() => setAsked(true)}
            >
              {t(isPublished ? 'minutesWithdraw' : 'minutesPublish')}
            </Button>
          </Group>
        </Stack>
      </Form>
      {isAsked ? (
        <ConfirmDialog
          title={t(isPublished ? 'minutesWithdrawTitle' : 'minutesPublishTitle')}
          text={t(isPublished ? 'minutesWithdrawText' : 'minutesPublishText')}
          action={t(isPublished ? 'minutesWithdraw' : 'minutesPublish')}
          run={async () => {
            await publishMinutes({ meetingId: meeting.id, isPublished: !isPublished })
            notify.done({ text: t(isPublished ? 'minutesWithdrawDone' : 'minutesPublishDone') })
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
      <LeaveDialog
        mustAsk={() => isChanged}
        hasUnsaved={() => isChanged}
        title={t('minutesLeaveTitle')}
        text={t('minutesLeaveText')}
      />
    </Card>
  )
}

const Register = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('meetings')
  return (
    <Card component="section" aria-labelledby="register">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="register">
          {t('registerHeading')}
        </Title>
        <Text c="dimmed" maw={640}>
          {t('registerText')}
        </Text>
        <DownloadButton label={t('registerDownload')} load={() => downloadRegister({ meetingId })} />
      </Stack>
    </Card>
  )
}
