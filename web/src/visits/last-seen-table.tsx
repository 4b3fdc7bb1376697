import type { LastSeenRow } from '@spacekeeper/contract/visits/shapes.ts'
import { createContext, use, useMemo } from 'react'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Ago } from '#platform/ui/ago.tsx'
import { RowsTable, rowsColumns } from '#platform/ui/rows-table.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { HiddenBadge } from './visibility-picker.tsx'
import classes from './last-seen.module.css'

const tickMs = 20_000

const helper = rowsColumns<LastSeenRow>()

/** The time, so that it goes on without every row being drawn. */
const ClockContext = createContext(0)

const When = ({ at }: { at: string }) => <Ago at={at} now={use(ClockContext)} isAlone />

const columnsOf = (t: Translate<'visits'>, ownId: number | undefined) =>
  helper.columns([
    helper.accessor('user', {
      header: t('member'),
      cell: ({ row: { original } }) => (
        <>
          <MemberLink id={original.id}>{original.user}</MemberLink>
          {original.id === ownId ? <span className={classes.you}> ({t('you')})</span> : null}
          {original.isHidden ? <HiddenBadge /> : null}
        </>
      ),
      meta: { isCut: true, phone: 'who' },
    }),
    helper.accessor('date', {
      header: t('lastSeen'),
      cell: ({ getValue }) => {
        const at = getValue()
        return at === undefined ? t('never') : <When at={at} />
      },
      meta: { moment: 'sorted', phone: 'where' },
    }),
  ])

type Props = { rows: LastSeenRow[]; filter: string; ownId: number | undefined }

/** Members by when they were last noticed, newest first. */
export const LastSeenTable = ({ rows, filter, ownId }: Props) => {
  const { t } = useTranslation('visits')
  const columns = useMemo(() => columnsOf(t, ownId), [t, ownId])
  return (
    <ClockContext value={useNow(tickMs)}>
      <RowsTable rows={rows} filter={filter} label={t('lastSeen')} keyOf={({ id }) => id} columns={columns} />
    </ClockContext>
  )
}
