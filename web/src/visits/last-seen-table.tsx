import { Card, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LastSeen } from '@spacekeeper/contract/visits.ts'
import { useProfile } from '#platform/session/session.ts'
import { Ago } from '#platform/ui/ago.tsx'
import { useGrowing } from '#platform/ui/use-growing.ts'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { useNow } from '#platform/ui/use-now.ts'
import { HiddenBadge } from './hidden-badge.tsx'
import classes from './last-seen.module.css'

const tickMs = 20_000

type RowProps = { row: LastSeen; isMine: boolean; now: number }

const Who = ({ row, isMine }: RowProps) => {
  const { t } = useTranslation('visits')
  return (
    <>
      {row.user}
      {isMine ? <span className={classes.dim}> ({t('you')})</span> : null}
      {row.isHidden ? <HiddenBadge /> : null}
    </>
  )
}

const When = ({ row, now }: RowProps) => {
  const { t } = useTranslation('visits')
  return row.date === undefined ? <>{t('never')}</> : <Ago at={row.date} now={now} />
}

/** Members by when they were last noticed, newest first; a hundred rows more whenever the end comes near. */
export const LastSeenTable = ({ rows, filter }: { rows: LastSeen[]; filter: string }) => {
  const { t } = useTranslation('visits')
  const isPhone = useIsPhone()
  const ownId = useProfile()?.id
  const now = useNow(tickMs)
  const { count, hasMore, mark } = useGrowing(rows.length, filter)
  const shown = rows.slice(0, count).map((row) => ({ row, isMine: row.id === ownId, now }))
  if (isPhone) {
    return (
      <Card component="ul" padding={0} className={classes.list ?? ''} aria-label={t('lastSeen')}>
        {shown.map((props) => (
          <li key={props.row.id} className={classes.phoneRow}>
            <span className={classes.phoneWho}>
              <Who {...props} />
            </span>
            <span className={classes.dim}>
              <When {...props} />
            </span>
          </li>
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
            <Table.Th>{t('member')}</Table.Th>
            <Table.Th className={classes.when ?? ''} aria-sort="descending">
              {t('lastSeen')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((props) => (
            <Table.Tr key={props.row.id}>
              <Table.Td className={classes.cut ?? ''} title={props.row.user}>
                <Who {...props} />
              </Table.Td>
              <Table.Td className={classes.when ?? ''}>
                <When {...props} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {hasMore ? <div ref={mark} className={classes.mark} aria-hidden /> : null}
    </Card>
  )
}
