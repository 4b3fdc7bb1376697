import { Anchor } from '@mantine/core'
import type { MeetingSummary } from '@spacekeeper/contract/meetings/shapes.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { rowsColumns, RowsTable } from '#platform/ui/rows-table.tsx'
import { Status } from '#platform/ui/status.tsx'
import { MeetingBadge } from './meeting-badge.tsx'

const columns = rowsColumns<MeetingSummary>()

type Props = { meetings: readonly MeetingSummary[]; label: string }

const MeetingLink = ({ meeting }: { meeting: MeetingSummary }) => (
  <Anchor
    fw={600}
    renderRoot={(props) => (
      <Link to="/manage/meetings/$meetingId" params={{ meetingId: String(meeting.id) }} {...props} />
    )}
  >
    {meeting.name}
  </Anchor>
)

const State = ({ meeting }: { meeting: MeetingSummary }) => {
  const { t } = useTranslation('meetings')
  const { phase, isPast, isInvited } = meeting
  if (phase !== 'planned') return <MeetingBadge phase={phase} isPast={isPast} />
  if (isPast) return <Status kind="warning">{t('pastUnopened')}</Status>
  return <Status kind={isInvited ? 'fine' : 'waiting'}>{t(isInvited ? 'invited' : 'notInvited')}</Status>
}

const columnsFor = (t: Translate<'meetings'>) =>
  columns.columns([
    columns.accessor('date', {
      header: t('columnWhen'),
      cell: ({ getValue }) => <Moment at={getValue()} />,
      meta: { moment: 'plain', phone: 'when' },
    }),
    columns.accessor('name', {
      header: t('columnMeeting'),
      cell: ({ row }) => <MeetingLink meeting={row.original} />,
      meta: { phone: 'who' },
    }),
    columns.accessor('chair', { header: t('columnChair') }),
    columns.accessor('attendeeCount', {
      header: t('columnPeople'),
      cell: ({ row: { original } }) => {
        const proxies = t('countProxies', { count: original.proxyList.length })
        const isToCome = original.phase === 'planned' && original.attendeeCount === 0
        return isToCome ? proxies : `${t('countAttendees', { count: original.attendeeCount })}, ${proxies}`
      },
      meta: { phone: 'what' },
    }),
    columns.accessor('phase', {
      header: t('columnState'),
      cell: ({ row }) => <State meeting={row.original} />,
      meta: { phone: 'where' },
    }),
  ])

/** Meetings with how many came and how many were represented. */
export const MeetingsTable = ({ meetings, label }: Props) => {
  const { t } = useTranslation('meetings')
  const shown = useMemo(() => columnsFor(t), [t])
  return <RowsTable rows={meetings} keyOf={({ id }) => id} label={label} columns={shown} filter="" />
}
