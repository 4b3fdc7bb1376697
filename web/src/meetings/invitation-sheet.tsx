import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { MeetingInvitation, StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { meetingInvitationQuery, invite, staffMeetingQuery } from './api.ts'
import { LettersList } from './letters-list.tsx'
import classes from './meetings.module.css'

/** Who is invited, how the mail looks, and what was sent. */
export const InvitationSheet = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('meetings')
  const meeting = useQuery(staffMeetingQuery(meetingId))
  const invitation = useQuery(meetingInvitationQuery(meetingId))
  return (
    <Page query={meeting}>
      {(known) => (
        <Stack gap="md">
          <Card component="section" aria-labelledby="invite">
            <Stack gap="md">
              <Title order={2} id="invite">
                {t('inviteHeading')}
              </Title>
              <Page query={invitation}>{(preview) => <Invite meeting={known} preview={preview} />}</Page>
            </Stack>
          </Card>
          <LettersList letters={known.letters} />
          <Apologies names={known.apologies} />
        </Stack>
      )}
    </Page>
  )
}

type InviteProps = { meeting: StaffMeeting; preview: MeetingInvitation }

/** Why nothing can be sent any more; null while it can. */
const endOf = (meeting: StaffMeeting) => {
  if (meeting.phase === 'cancelled') return 'inviteCancelled'
  return meeting.hasBegun ? 'inviteOver' : null
}

const Invite = ({ meeting, preview }: InviteProps) => {
  const { t } = useTranslation('meetings')
  const [isAsked, setAsked] = useState(false)
  const { count, someNames, unverified, subject, html, isMailConfigured } = preview
  const end = endOf(meeting)
  if (end) return <Text c="dimmed">{t(end)}</Text>
  const listed = someNames.join(', ')
  const more = count - someNames.length
  const names = more > 0 ? t('inviteMore', { names: listed, count: more }) : listed
  return (
    <>
      <div aria-live="polite">
        <Text>{count === 0 ? t('inviteNone') : t('inviteCount', { count, names })}</Text>
        {unverified > 0 ? <Text c="dimmed">{t('inviteUnverified', { count: unverified })}</Text> : null}
        {meeting.invitedAt === null ? (
          <Text c="dimmed">
            {meeting.invitesAt ? t('inviteAuto', { at: formatMoment(meeting.invitesAt) }) : t('inviteByHand')}
          </Text>
        ) : null}
      </div>
      {isMailConfigured ? null : <Status kind="warning">{t('inviteNoMail')}</Status>}
      <Text size="sm">{t('inviteSubject', { subject })}</Text>
      {/* Without any permission of its own: what staff wrote runs nothing and leads nowhere. */}
      <iframe title={t('inviteMail')} sandbox="" srcDoc={html} className={classes.mail} tabIndex={-1} />
      <Text size="sm" c="dimmed">
        {t('inviteCalendar')}
      </Text>
      {count > 0 ? (
        <Group>
          <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setAsked(true)}>
            {t('inviteSend', { count })}
          </Button>
        </Group>
      ) : null}
      {isAsked ? (
        <ConfirmDialog
          title={t('inviteTitle')}
          text={t('inviteConfirm', { count })}
          action={t('inviteSend', { count })}
          run={async () => {
            const sent = await invite({ meetingId: meeting.id })
            notify.done({ text: t('inviteDone', { count: sent.count }) })
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  )
}

const Apologies = ({ names }: { names: readonly string[] }) => {
  const { t } = useTranslation('meetings')
  return (
    <Card component="section" aria-labelledby="apologies">
      <Title order={2} id="apologies" mb="xs">
        {t('apologiesHeading')}
      </Title>
      <Text {...(names.length === 0 && { c: 'dimmed' })}>
        {names.length === 0 ? t('apologiesEmpty') : names.join(', ')}
      </Text>
    </Card>
  )
}
