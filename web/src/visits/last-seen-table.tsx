import type { LastSeen } from '@spacekeeper/contract/visits/shapes.ts'
import { useTranslation } from 'react-i18next'
import { useProfile } from '#platform/session/session.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Ago } from '#platform/ui/ago.tsx'
import { RowsTable, rowsColumns } from '#platform/ui/rows-table.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { HiddenBadge } from './visibility-picker.tsx'
import classes from './last-seen.module.css'

const tickMs = 20_000

const helper = rowsColumns<LastSeen>()

/** Members by when they were last noticed, newest first. */
export const LastSeenTable = ({ rows, filter }: { rows: LastSeen[]; filter: string }) => {
  const { t } = useTranslation('visits')
  const ownId = useProfile()?.id
  const now = useNow(tickMs)
  const who = ({ id, user, isHidden }: LastSeen) => (
    <>
      <MemberLink id={id}>{user}</MemberLink>
      {id === ownId ? <span className={classes.you}> ({t('you')})</span> : null}
      {isHidden ? <HiddenBadge /> : null}
    </>
  )
  const when = ({ date }: LastSeen) => (date === undefined ? t('never') : <Ago at={date} now={now} isAlone />)
  return (
    <RowsTable
      rows={rows}
      filter={filter}
      label={t('lastSeen')}
      keyOf={({ id }) => id}
      columns={helper.columns([
        helper.accessor('user', {
          header: t('member'),
          cell: ({ row }) => who(row.original),
          meta: { isCut: true, phone: 'who' },
        }),
        helper.accessor('date', {
          header: t('lastSeen'),
          cell: ({ row }) => when(row.original),
          meta: { moment: 'sorted', phone: 'where' },
        }),
      ])}
    />
  )
}
