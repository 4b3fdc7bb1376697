import { Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { MeetingAttendance } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { IconDeviceTablet, IconDeviceTv } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { attendanceQuery, callItem, closeMeeting, openMeeting } from './api.ts'
import { AttendeesList } from './attendees-list.tsx'
import { CheckInCard } from './check-in-card.tsx'
import { CheckInKiosksDialog } from './check-in-kiosks-dialog.tsx'
import { QuorumHistoryList } from './quorum-history-list.tsx'
import { QuorumRow } from './quorum-row.tsx'

/** Who is at a meeting, whether they are enough, and all the ways of checking members in. */
export const AttendanceSheet = ({ meetingId }: { meetingId: number }) => (
  <Page query={useQuery(attendanceQuery(meetingId))}>
    {(attendance) => (
      <Stack gap="md">
        <MeetingHead meetingId={meetingId} attendance={attendance} />
        {attendance.isCheckInOpen ? <CheckInCard meetingId={meetingId} /> : null}
        <People meetingId={meetingId} attendance={attendance} />
      </Stack>
    )}
  </Page>
)

type AttendancePartProps = { meetingId: number; attendance: MeetingAttendance }

const MeetingHead = ({ meetingId, attendance }: AttendancePartProps) => {
  const { t } = useTranslation('meetings')
  const { phase, meter, checkInFrom, closedAt, isCheckInOpen } = attendance
  return (
    <Card>
      <Stack gap="md">
        {phase === 'cancelled' ? <Text>{t('wallCancelled')}</Text> : <QuorumRow meter={meter} />}
        {phase === 'planned' && !isCheckInOpen ? (
          <Text size="sm" c="dimmed">
            {t('openLater', { time: formatMoment(checkInFrom) })}
          </Text>
        ) : null}
        {closedAt ? (
          <Text size="sm" c="dimmed">
            {t('overText', { time: formatMoment(closedAt) })}
          </Text>
        ) : null}
        {phase === 'on' && attendance.agenda.length > 0 ? (
          <ItemPicker meetingId={meetingId} attendance={attendance} />
        ) : null}
        <MeetingActs meetingId={meetingId} attendance={attendance} />
        <QuorumHistoryList changes={meter.changes} />
      </Stack>
    </Card>
  )
}

/** What the meeting is talking about, for the wall and for phones. */
const ItemPicker = ({ meetingId, attendance }: AttendancePartProps) => {
  const { t } = useTranslation('meetings')
  const { mutate, isPending } = useMutation({
    mutationFn: (itemId: number | null) => callItem({ meetingId, itemId }),
    onError: notify.failed,
    onSettled: refreshOnRefusal('meetings'),
  })
  const { agenda, currentItemId } = attendance
  return (
    <NativeSelect
      label={t('itemNow')}
      value={currentItemId === null ? '' : String(currentItemId)}
      disabled={isPending}
      onChange={(event) => {
        const { value } = event.currentTarget
        mutate(value === '' ? null : Number(value))
      }}
      data={[
        { value: '', label: t('itemNone') },
        ...agenda.map(({ id, title }, index) => ({ value: String(id), label: `${index + 1}. ${title}` })),
      ]}
    />
  )
}

type AttendanceDialog = 'open' | 'close' | 'kiosks' | null

const MeetingActs = ({ meetingId, attendance }: AttendancePartProps) => {
  const { t } = useTranslation('meetings')
  const [dialog, setDialog] = useState<AttendanceDialog>(null)
  const { phase, people } = attendance
  if (phase === 'over' || phase === 'cancelled') return null
  const close = () => setDialog(null)
  return (
    <Group gap="xs">
      {phase === 'planned' ? <Button onClick={() => setDialog('open')}>{t('openAction')}</Button> : null}
      {phase === 'on' ? <Button onClick={() => setDialog('close')}>{t('closeAction')}</Button> : null}
      <Button
        variant="default"
        leftSection={<IconDeviceTv size={16} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/meetings/$meetingId/wall" params={{ meetingId: String(meetingId) }} target="_blank" {...props} />
        )}
      >
        {t('wallOpen')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDeviceTablet size={16} aria-hidden />}
        onClick={() => setDialog('kiosks')}
      >
        {t('kiosksAction')}
      </Button>
      {dialog === 'open' ? <OpenDialog meetingId={meetingId} onClose={close} /> : null}
      {dialog === 'close' ? (
        <CloseDialog
          meetingId={meetingId}
          count={people.filter(({ leftAt }) => leftAt === null).length}
          onClose={close}
        />
      ) : null}
      {dialog === 'kiosks' ? <CheckInKiosksDialog meetingId={meetingId} onClose={close} /> : null}
    </Group>
  )
}

type MeetingActProps = { meetingId: number; onClose: () => void }

const OpenDialog = ({ meetingId, onClose }: MeetingActProps) => {
  const { t } = useTranslation('meetings')
  return (
    <ConfirmDialog
      title={t('openTitle')}
      text={t('openText')}
      action={t('openAction')}
      run={async () => {
        await openMeeting({ meetingId })
        notify.done({ text: t('opened') })
      }}
      onClose={onClose}
    />
  )
}

const CloseDialog = ({ meetingId, count, onClose }: MeetingActProps & { count: number }) => {
  const { t } = useTranslation('meetings')
  return (
    <ConfirmDialog
      title={t('closeTitle')}
      text={t('closeText', { count })}
      action={t('closeAction')}
      run={async () => {
        await closeMeeting({ meetingId })
        notify.done({ text: t('closed') })
      }}
      onClose={onClose}
    />
  )
}

const People = ({ meetingId, attendance }: AttendancePartProps) => {
  const { t } = useTranslation('meetings')
  const { people, phase, isCheckInOpen } = attendance
  if (people.length === 0) {
    if (phase === 'cancelled') return null
    const isOver = phase === 'over'
    return (
      <Empty title={t(isOver ? 'peopleOver' : 'peopleEmpty')} text={t(isOver ? 'peopleOverText' : 'peopleEmptyText')} />
    )
  }
  const here = people.filter(({ leftAt }) => leftAt === null)
  const gone = people.filter(({ leftAt }) => leftAt !== null)
  return (
    <>
      {here.length > 0 ? (
        <AttendeesList meetingId={meetingId} title={t('peopleHere')} people={here} canChange={isCheckInOpen} />
      ) : null}
      {gone.length > 0 ? (
        <AttendeesList
          meetingId={meetingId}
          title={t(phase === 'over' ? 'peopleWere' : 'peopleLeft')}
          people={gone}
          canChange={isCheckInOpen}
        />
      ) : null}
    </>
  )
}
