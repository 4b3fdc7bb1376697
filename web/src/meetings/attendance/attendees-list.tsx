import { ActionIcon, Badge, Button, Card, Group, Menu, Title } from '@mantine/core'
import type { Attendee } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { arrivalWayWords } from '@spacekeeper/contract/meetings/attendance-words.ts'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatTime } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { useGrowing } from '#platform/ui/use-growing.ts'
import { recordArrival, recordLeaving, removeAttendance } from './api.ts'
import classes from './attendance.module.css'

type Props = { meetingId: number; title: string; people: readonly Attendee[]; canChange: boolean }

/** Members who are or were at a meeting. */
export const AttendeesList = ({ meetingId, title, people, canChange }: Props) => {
  const { count, hasMore, mark } = useGrowing(people.length, title)
  return (
    <Card>
      <Title order={3} size="h4" mb="xs">
        {title} ({people.length})
      </Title>
      <ul className={classes.list} aria-label={title}>
        {people.slice(0, count).map((person) => (
          <li key={person.memberId} className={classes.row}>
            <AttendeeFacts person={person} />
            {canChange ? <AttendeeActs meetingId={meetingId} person={person} /> : null}
          </li>
        ))}
        {hasMore ? <li ref={mark} aria-hidden /> : null}
      </ul>
    </Card>
  )
}

const AttendeeFacts = ({ person }: { person: Attendee }) => {
  const { t } = useTranslation('meetings')
  const { memberId, name, arrivedAt, firstArrivedAt, leftAt, how, recordedBy, isOnRoll, proxies } = person
  const time =
    leftAt === null
      ? t('since', { time: formatTime(arrivedAt) })
      : t('until', { from: formatTime(firstArrivedAt), to: formatTime(leftAt) })
  return (
    <span className={classes.who}>
      <Group gap={8}>
        <span>
          <MemberLink id={memberId}>{name}</MemberLink>
        </span>
        {isOnRoll ? null : (
          <Badge variant="default" size="sm">
            {t('guest')}
          </Badge>
        )}
        {proxies > 0 ? (
          <Badge variant="light" size="sm">
            {t('holds', { count: proxies })}
          </Badge>
        ) : null}
      </Group>
      <span className={classes.facts}>
        <span>{time}</span>
        <span>{recordedBy === null ? arrivalWayWords[how] : t('by', { name: recordedBy })}</span>
      </span>
    </span>
  )
}

type AttendeeActProps = { meetingId: number; person: Attendee }

/** Leaving and returning in one tap; undoing a wrong tick asks first. */
const AttendeeActs = ({ meetingId, person }: AttendeeActProps) => {
  const { t } = useTranslation('meetings')
  const [isUndoing, setUndoing] = useState(false)
  const { memberId, attendanceId, name, leftAt } = person
  const isHere = leftAt === null
  const { mutate, isPending } = useMutation({
    mutationFn: () => (isHere ? recordLeaving : recordArrival)({ meetingId, memberId }),
    onSuccess: ({ result }) => notify.done({ text: t(`done_${result}`, { name }) }),
    onError: notify.failed,
    onSettled: refreshOnRefusal('meetings'),
  })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        loading={isPending}
        aria-label={t(isHere ? 'leaveOf' : 'backOf', { name })}
        onClick={() => mutate()}
      >
        {t(isHere ? 'leave' : 'back')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('actionsOf', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setUndoing(true)}>{t('undo')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isUndoing ? (
        <ConfirmDialog
          title={t('undoTitle', { name })}
          text={t('undoText')}
          action={t('undo')}
          run={async () => {
            await removeAttendance({ meetingId, attendanceId })
            notify.done({ text: t('doneUndo') })
          }}
          onClose={() => setUndoing(false)}
        />
      ) : null}
    </Group>
  )
}
