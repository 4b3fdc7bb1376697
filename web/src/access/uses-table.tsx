import type { InterlockUse } from '@spacekeeper/contract/access/shapes.ts'
import { useMemo } from 'react'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Moment } from '#platform/ui/moment.tsx'
import { RowsTable, rowsColumns } from '#platform/ui/rows-table.tsx'
import { Status } from '#platform/ui/status.tsx'
import type { RowsFilter } from './swipe-rows.ts'
import { OutcomeBadge, SwiperName } from './swipes-table.tsx'

const helper = rowsColumns<InterlockUse>()

const UseState = ({ use }: { use: InterlockUse }) => {
  const { t } = useTranslation('access')
  if (use.status === -1) return <OutcomeBadge {...use} />
  return use.status === 0 ? <Status kind="inUse">{t('inUse')}</Status> : t('finished')
}

/** The member who turned it off, or the system when the use names none; nothing while it runs or was refused. */
const EnderName = ({ use }: { use: InterlockUse }) => {
  const { t } = useTranslation('access')
  if (use.status !== 1) return null
  return <MemberLink id={use.enderId}>{use.userOff ?? t('bySystem')}</MemberLink>
}

const columnsOf = (t: Translate<'access'>, isNewestFirst: boolean) =>
  helper.columns([
    helper.accessor('userOn', {
      header: t('who'),
      cell: ({ row: { original } }) => (
        <SwiperName id={original.memberId} name={original.userOn} isMine={original.isMine} />
      ),
      meta: { isCut: true, phone: 'who' },
    }),
    helper.accessor('name', { header: t('machine'), meta: { isCut: true, phone: 'where' } }),
    helper.display({
      id: 'state',
      header: t('outcome'),
      cell: ({ row }) => <UseState use={row.original} />,
      meta: { phone: 'what' },
    }),
    helper.accessor('sessionStart', {
      header: t('turnedOnAt'),
      cell: ({ getValue }) => <Moment at={getValue()} />,
      meta: { moment: isNewestFirst ? 'sorted' : 'plain', phone: 'when' },
    }),
    helper.accessor('userOff', {
      header: t('turnedOffBy'),
      cell: ({ row }) => <EnderName use={row.original} />,
      meta: { isCut: true },
    }),
    helper.accessor('sessionEnd', {
      header: t('turnedOffAt'),
      cell: ({ row: { original } }) =>
        original.status === 1 && original.sessionEnd ? <Moment at={original.sessionEnd} /> : null,
      meta: { moment: 'plain' },
    }),
  ])

/** Uses of machines and cards they refused, newest first unless another order is chosen. */
export const UsesTable = ({ uses, filter }: { uses: InterlockUse[]; filter: RowsFilter }) => {
  const { t } = useTranslation('access')
  const columns = useMemo(() => columnsOf(t, filter.order === 'newest'), [t, filter.order])
  return (
    <RowsTable
      rows={uses}
      filter={JSON.stringify(filter)}
      label={t('tabInterlocks')}
      keyOf={({ id }) => id}
      columns={columns}
    />
  )
}
