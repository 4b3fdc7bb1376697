import { useState } from 'react'
import { Card, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Swipe } from '@spacekeeper/contract/doors.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { useGrowing } from '#platform/ui/use-growing.ts'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { OutcomeBadge } from './outcome-badge.tsx'
import classes from './swipes.module.css'

/** The ids that came with the last refresh: those above the highest one before it. */
const useFreshAbove = (swipes: Swipe[]) => {
  const top = swipes[0]?.id ?? 0
  const [seen, setSeen] = useState({ top, freshAbove: top })
  if (top > seen.top) setSeen({ top, freshAbove: seen.top })
  return seen.freshAbove
}

type RowProps = { swipe: Swipe; isFresh: boolean }

const Who = ({ swipe }: { swipe: Swipe }) => {
  const { t } = useTranslation('doors')
  return (
    <>
      {swipe.user}
      {swipe.isMine ? <span className={classes.you}> ({t('you')})</span> : null}
    </>
  )
}

const WideRow = ({ swipe, isFresh }: RowProps) => (
  <Table.Tr className={classes.row ?? ''} data-fresh={isFresh || undefined}>
    <Table.Td className={classes.cut ?? ''} title={swipe.user}>
      <Who swipe={swipe} />
    </Table.Td>
    <Table.Td className={classes.cut ?? ''} title={swipe.name}>
      {swipe.name}
    </Table.Td>
    <Table.Td>
      <OutcomeBadge {...swipe} />
    </Table.Td>
    <Table.Td className={classes.when ?? ''}>
      <Moment at={swipe.date} />
    </Table.Td>
  </Table.Tr>
)

const PhoneRow = ({ swipe, isFresh }: RowProps) => (
  <li className={classes.phoneRow} data-fresh={isFresh || undefined}>
    <span className={classes.phoneWho}>
      <Who swipe={swipe} />
    </span>
    <span className={classes.phoneDoor}>{swipe.name}</span>
    <OutcomeBadge {...swipe} />
    <span className={classes.phoneWhen}>
      <Moment at={swipe.date} />
    </span>
  </li>
)

type Props = { swipes: Swipe[]; newest: Swipe[]; filter: string }

/** Swipes, newest first; those that have just come are tinted for a moment. `newest` is the list before filtering. */
export const SwipesTable = ({ swipes, newest, filter }: Props) => {
  const { t } = useTranslation('doors')
  const isPhone = useIsPhone()
  const freshAbove = useFreshAbove(newest)
  const { count, hasMore, mark } = useGrowing(swipes.length, filter)
  const shown = swipes.slice(0, count)
  if (isPhone) {
    return (
      <Card component="ul" padding={0} className={classes.phoneList ?? ''} aria-label={t('recentSwipes')}>
        {shown.map((swipe) => (
          <PhoneRow key={swipe.id} swipe={swipe} isFresh={swipe.id > freshAbove} />
        ))}
        {hasMore ? <li ref={mark} className={classes.mark} aria-hidden /> : null}
      </Card>
    )
  }
  return (
    <Card padding={0} className={classes.tableCard ?? ''}>
      <Table stickyHeader stickyHeaderOffset={64} highlightOnHover className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('who')}</Table.Th>
            <Table.Th>{t('door')}</Table.Th>
            <Table.Th>{t('outcome')}</Table.Th>
            <Table.Th className={classes.when ?? ''} aria-sort="descending">
              {t('when')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((swipe) => (
            <WideRow key={swipe.id} swipe={swipe} isFresh={swipe.id > freshAbove} />
          ))}
        </Table.Tbody>
      </Table>
      {hasMore ? <div ref={mark} className={classes.mark} aria-hidden /> : null}
    </Card>
  )
}
