import { Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import type { StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { staffMeetingsApi } from '@spacekeeper/contract/meetings/staff-routes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { ChangedMeanwhileCard } from '#platform/form/changed-meanwhile-card.tsx'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { downloadRegister, publishMinutes, staffMeetingQuery, writeMinutes } from './api.ts'

// Without the version, which is no field.
const MinutesText = staffMeetingsApi.writeMinutes.body.pick({ minutes: true })

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

/** The text that is written, and that of another editor who has saved meanwhile. */
const useMinutes = (meeting: StaffMeeting) => {
  const { t } = useTranslation('meetings')
  const client = useQueryClient()
  const [saved, setSaved] = useState(meeting.minutes)
  const [theirs, setTheirs] = useState<StaffMeeting | null>(null)
  // The version of the text that the next save replaces.
  const version = useRef(meeting.minutesVersion)
  const compare = async (error: unknown) => {
    if (hasCode(error, 'changedMeanwhile'))
      setTheirs(await client.fetchQuery({ ...staffMeetingQuery(meeting.id), staleTime: 0 }))
    throw error
  }
  const draft = useApiForm({
    initial: { minutes: meeting.minutes },
    schema: MinutesText,
    submit: async ({ minutes }) => {
      const stored = await writeMinutes({ meetingId: meeting.id, minutes, version: version.current }).catch(compare)
      version.current = stored.version
      return minutes
    },
    // The card with both texts says it.
    explain: (error) => (hasCode(error, 'changedMeanwhile') ? {} : null),
    leaveWords: { title: t('minutesLeaveTitle'), text: t('minutesLeaveText') },
    onDone: (minutes) => {
      setSaved(minutes)
      setTheirs(null)
      notify.done({ text: t('minutesSaved') })
    },
  })
  return {
    draft,
    saved,
    theirs,
    keepMine: ({ minutesVersion }: StaffMeeting) => {
      version.current = minutesVersion
      draft.submit()
    },
    takeTheirs: ({ minutes, minutesVersion }: StaffMeeting) => {
      version.current = minutesVersion
      draft.set('minutes', minutes)
      setSaved(minutes)
      setTheirs(null)
    },
  }
}

const PublishDialog = ({ meeting, onClose }: { meeting: StaffMeeting; onClose: () => void }) => {
  const { t } = useTranslation('meetings')
  const isPublished = meeting.minutesPublishedAt !== null
  return (
    <ConfirmDialog
      title={t(isPublished ? 'minutesWithdrawTitle' : 'minutesPublishTitle')}
      text={t(isPublished ? 'minutesWithdrawText' : 'minutesPublishText')}
      action={t(isPublished ? 'minutesWithdraw' : 'minutesPublish')}
      run={async () => {
        await publishMinutes({ meetingId: meeting.id, isPublished: !isPublished })
        notify.done({ text: t(isPublished ? 'minutesWithdrawDone' : 'minutesPublishDone') })
      }}
      onClose={onClose}
    />
  )
}

const Minutes = ({ meeting }: { meeting: StaffMeeting }) => {
  const { t } = useTranslation('meetings')
  const [isAsked, setAsked] = useState(false)
  const { draft, saved, theirs, keepMine, takeTheirs } = useMinutes(meeting)
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
          {theirs ? (
            <ChangedMeanwhileCard
              theirs={theirs.minutes}
              isBusy={draft.isBusy}
              onKeepMine={() => keepMine(theirs)}
              onTakeTheirs={() => takeTheirs(theirs)}
            />
          ) : (
            <FormError>{draft.failure}</FormError>
          )}
          <Group gap="xs">
            <Button type="submit" loading={draft.isBusy} disabled={!isChanged || theirs !== null}>
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
      {isAsked ? <PublishDialog meeting={meeting} onClose={() => setAsked(false)} /> : null}
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
