import { Text } from '@mantine/core'
import type { Swipe } from '@spacekeeper/contract/access/shapes.ts'
import { useMemo, useState } from 'react'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Moment } from '#platform/ui/moment.tsx'
import { RowsTable, rowsColumns } from '#platform/ui/rows-table.tsx'
import { Status } from '#platform/ui/status.tsx'
import { reasonText } from './refusals.ts'
import type { RowsFilter } from './swipe-rows.ts'

/** The ids that came with the last refresh: those above the highest one before it. */
const useFreshAbove = (swipes: Swipe[]) => {
  const top = swipes[0]?.id ?? 0
  const [seen, setSeen] = useState({ top, freshAbove: top })
  if (top > seen.top) setSeen({ top, freshAbove: seen.top })
  return seen.freshAbove
}

const helper = rowsColumns<Swipe>()

const columnsOf = (t: Translate<'access'>, isNewestFirst: boolean) =>
  helper.columns([
    helper.accessor('user', {
      header: t('who'),
      cell: ({ row: { original } }) => (
        <SwiperName id={original.memberId} name={original.user} isMine={original.isMine} />
      ),
      meta: { isCut: true, phone: 'who' },
    }),
    helper.accessor('name', { header: t('door'), meta: { isCut: true, phone: 'where' } }),
    helper.display({
      id: 'outcome',
      header: t('outcome'),
      cell: ({ row }) => <OutcomeBadge {...row.original} />,
      meta: { phone: 'what' },
    }),
    helper.accessor('date', {
      header: t('when'),
      cell: ({ getValue }) => <Moment at={getValue()} />,
      meta: { moment: isNewestFirst ? 'sorted' : 'plain', phone: 'when' },
    }),
  ])

type Props = { swipes: Swipe[]; newest: Swipe[]; filter: RowsFilter }

/** Swipes, newest first; those that have just come are tinted for a moment. `newest` is the list before filtering. */
export const SwipesTable = ({ swipes, newest, filter }: Props) => {
  const { t } = useTranslation('access')
  const freshAbove = useFreshAbove(newest)
  const columns = useMemo(() => columnsOf(t, filter.order === 'newest'), [t, filter.order])
  return (
    <RowsTable
      rows={swipes}
      filter={JSON.stringify(filter)}
      label={t('recentSwipes')}
      keyOf={({ id }) => id}
      isFresh={({ id }) => id > freshAbove}
      columns={columns}
    />
  )
}

/** Who swiped: a link for staff, and marked when it is the reader. */
export const SwiperName = ({ id, name, isMine }: { id: number | null; name: string; isMine: boolean }) => {
  const { t } = useTranslation('access')
  return (
    <>
      <MemberLink id={id}>{name}</MemberLink>
      {isMine ? (
        <Text span c="dimmed" inherit>
          {' '}
          ({t('you')})
        </Text>
      ) : null}
    </>
  )
}

/** What a swipe led to; the reason stands there when the reader may know it. */
export const OutcomeBadge = ({
  outcome,
  refusal,
  isDespiteLockout = false,
}: Pick<Swipe, 'outcome' | 'refusal'> & { isDespiteLockout?: boolean }) => {
  const { t } = useTranslation('access')
  if (isDespiteLockout) return <Status kind="locked">{t('grantedDespite')}</Status>
  if (outcome === 'granted') return <Status kind="fine">{t('granted')}</Status>
  if (outcome === 'lockedOut') return <Status kind="locked">{t('outcomeLockedOut')}</Status>
  return <Status kind="refused">{refusal ? t('refusedWhy', { reason: reasonText(refusal) }) : t('refused')}</Status>
}
