import { useTranslation } from 'react-i18next'
import type { LastSeen } from '@spacekeeper/contract/visits.ts'
import { useProfile } from '#platform/session/session.ts'
import { Ago } from '#platform/ui/ago.tsx'
import { RowsTable } from '#platform/ui/rows-table.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { HiddenBadge } from './hidden-badge.tsx'
import classes from './last-seen.module.css'

const tickMs = 20_000

/** Members by when they were last noticed, newest first. */
export const LastSeenTable = ({ rows, filter }: { rows: LastSeen[]; filter: string }) => {
  const { t } = useTranslation('visits')
  const ownId = useProfile()?.id
  const now = useNow(tickMs)
  const who = ({ id, user, isHidden }: LastSeen) => (
    <>
      {user}
      {id === ownId ? <span className={classes.you}> ({t('you')})</span> : null}
      {isHidden ? <HiddenBadge /> : null}
    </>
  )
  const when = ({ date }: LastSeen) => (date === undefined ? t('never') : <Ago at={date} now={now} />)
  return (
    <RowsTable
      rows={rows}
      filter={filter}
      label={t('lastSeen')}
      keyOf={({ id }) => id}
      columns={[
        { head: t('member'), cell: who, title: ({ user }) => user },
        { head: t('lastSeen'), cell: when, moment: 'sorted' },
      ]}
      phone={(row) => ({ who: who(row), where: when(row) })}
    />
  )
}
