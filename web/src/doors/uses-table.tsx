import { useTranslation } from 'react-i18next'
import { Moment } from '#platform/ui/moment.tsx'
import { RowsTable } from '#platform/ui/rows-table.tsx'
import { Status } from '#platform/ui/status.tsx'
import type { InterlockUse } from './api.ts'

/** Uses of machines, newest first. */
export const UsesTable = ({ uses, filter }: { uses: InterlockUse[]; filter: string }) => {
  const { t } = useTranslation('doors')
  /** Who turned it off; nobody did while it runs, the system did when no person is named. */
  const end = ({ sessionComplete, userOff }: InterlockUse) =>
    sessionComplete ? (userOff ?? t('bySystem')) : <Status kind="inUse">{t('inUse')}</Status>
  const start = ({ sessionStart }: InterlockUse) => <Moment at={sessionStart} />
  const stop = ({ sessionEnd }: InterlockUse) => (sessionEnd ? <Moment at={sessionEnd} /> : null)
  return (
    <RowsTable
      rows={uses}
      filter={filter}
      label={t('tabInterlocks')}
      keyOf={({ name, sessionStart, userOn }) => `${name} ${sessionStart} ${userOn}`}
      columns={[
        { head: t('turnedOnBy'), cell: ({ userOn }) => userOn, title: ({ userOn }) => userOn },
        { head: t('machine'), cell: ({ name }) => name, title: ({ name }) => name },
        { head: t('turnedOnAt'), cell: start, moment: 'sorted' },
        { head: t('turnedOffBy'), cell: end, title: ({ userOff }) => userOff ?? '' },
        { head: t('turnedOffAt'), cell: stop, moment: 'plain' },
      ]}
      phone={(use) => ({ who: use.userOn, where: use.name, what: end(use), when: start(use) })}
    />
  )
}
