import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { OwnAttendance } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatDate, formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { leaveMeeting, ownAttendanceQuery } from './api.ts'
import { QuorumRow } from './quorum-row.tsx'

/** Whether the member may vote at a meeting and why not, whether they are there, and the quorum; nothing once it is over. */
export const MyAttendanceCard = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('meetings')
  const { data: own } = useQuery(ownAttendanceQuery(meetingId))
  if (!own || own.phase === 'cancelled' || own.phase === 'over') return null
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2}>{t('mineHeading')}</Title>
        <VoteLine own={own} />
        {own.isCheckInOpen ? <PresenceLine meetingId={meetingId} own={own} /> : null}
        {own.phase === 'on' ? (
          <>
            {own.currentItem === null ? null : <Text>{t('mineItem', { item: own.currentItem })}</Text>}
            <QuorumRow meter={own.meter} />
          </>
        ) : null}
      </Stack>
    </Card>
  )
}

const VoteLine = ({ own }: { own: OwnAttendance }) => {
  const { t } = useTranslation('meetings')
  const { mayVote, reason, note, frozenAt, freezesAt } = own
  const date = formatDate(freezesAt)
  const words =
    frozenAt === null
      ? t(mayVote ? 'mineVotePreview' : 'mineNoVotePreview', { date })
      : t(mayVote ? 'mineVote' : 'mineNoVote')
  return (
    <Stack gap={2}>
      <Status kind={mayVote ? 'good' : 'none'}>{words}</Status>
      {reason === null ? null : (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t(`why_${reason}`, { note })}
        </Text>
      )}
    </Stack>
  )
}

const PresenceLine = ({ meetingId, own }: { meetingId: number; own: OwnAttendance }) => {
  const { t } = useTranslation('meetings')
  const [isLeaving, setLeaving] = useState(false)
  if (own.presentSince === null) return <Text>{t('mineOpensCheckIn')}</Text>
  return (
    <Group gap="sm" justify="space-between">
      <Status kind="good">{t('minePresent', { time: formatSince(own.presentSince) })}</Status>
      <Button size="xs" variant="default" onClick={() => setLeaving(true)}>
        {t('mineLeave')}
      </Button>
      {isLeaving ? (
        <ConfirmDialog
          title={t('mineLeaveTitle')}
          text={t('mineLeaveText')}
          action={t('mineLeave')}
          run={async () => {
            await leaveMeeting({ meetingId })
            notify.done({ text: t('mineLeft') })
          }}
          onClose={() => setLeaving(false)}
        />
      ) : null}
    </Group>
  )
}
