import { useState } from 'react'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Swipe } from '@spacekeeper/contract/doors.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { RowsTable } from '#platform/ui/rows-table.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'

/** The ids that came with the last refresh: those above the highest one before it. */
const useFreshAbove = (swipes: Swipe[]) => {
  const top = swipes[0]?.id ?? 0
  const [seen, setSeen] = useState({ top, freshAbove: top })
  if (top > seen.top) setSeen({ top, freshAbove: seen.top })
  return seen.freshAbove
}

const Who = ({ swipe }: { swipe: Swipe }) => {
  const { t } = useTranslation('doors')
  return (
    <>
      {swipe.user}
      {swipe.isMine ? (
        <Text span c="dimmed" inherit>
          {' '}
          ({t('you')})
        </Text>
      ) : null}
    </>
  )
}

type Props = { swipes: Swipe[]; newest: Swipe[]; filter: string }

/** Swipes, newest first; those that have just come are tinted for a moment. `newest` is the list before filtering. */
export const SwipesTable = ({ swipes, newest, filter }: Props) => {
  const { t } = useTranslation('doors')
  const freshAbove = useFreshAbove(newest)
  const who = (swipe: Swipe) => <Who swipe={swipe} />
  const outcome = (swipe: Swipe) => <OutcomeBadge {...swipe} />
  const when = ({ date }: Swipe) => <Moment at={date} />
  return (
    <RowsTable
      rows={swipes}
      filter={filter}
      label={t('recentSwipes')}
      keyOf={({ id }) => id}
      isFresh={({ id }) => id > freshAbove}
      columns={[
        { head: t('who'), cell: who, title: ({ user }) => user },
        { head: t('door'), cell: ({ name }) => name, title: ({ name }) => name },
        { head: t('outcome'), cell: outcome },
        { head: t('when'), cell: when, moment: 'sorted' },
      ]}
      phone={(swipe) => ({ who: who(swipe), where: swipe.name, what: outcome(swipe), when: when(swipe) })}
    />
  )
}
