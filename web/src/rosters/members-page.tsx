import { lazy, Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#platform/i18n/format.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { MailingsCard } from '../mailings/mailings-card.tsx'
import { exportTable, grantableDevices, type Selected } from './api.ts'
import { applyChange, filtersOf, isNarrowed, readSearch, type RosterSearch } from './read-search.ts'
import { RosterBarForm } from './roster-bar-form.tsx'
import { RosterList } from './roster-list.tsx'
import { RosterTable } from './roster-table.tsx'
import { SelectionCard, type BulkAction } from './selection-card.tsx'
import { useColumns } from './use-columns.ts'
import { useSelection } from './use-selection.ts'
import { useVirtualCards, useVirtualRows } from './use-virtual-rows.ts'
import { useWindows } from './use-windows.ts'
import classes from './members-page.module.css'

const EmailsDialog = lazy(() => import('./emails-dialog.tsx').then((file) => ({ default: file.EmailsDialog })))
const GrantsDialog = lazy(() => import('./grants-dialog.tsx').then((file) => ({ default: file.GrantsDialog })))
const MailingDialog = lazy(() =>
  import('../mailings/mailing-dialog.tsx').then((file) => ({ default: file.MailingDialog })),
)

type Doing = { action: BulkAction; selection: Selected; count: number }

const useMay = () => {
  const profile = useProfile()
  const forMembers = isStaffFor(profile, 'members')
  return { message: forMembers, exportThem: forMembers, access: isStaffFor(profile, 'access') }
}

/** The rows of the list, as a table or as cards, whichever there is room for. */
const useRoster = (search: RosterSearch, isPhone: boolean) => {
  const [total, setTotal] = useState(0)
  const rows = useVirtualRows(isPhone ? 0 : total, JSON.stringify(search))
  const cards = useVirtualCards(isPhone ? total : 0)
  const inSight = isPhone ? cards.inSight : rows.inSight
  const { first, rowAt } = useWindows(search, inSight)
  if (first.data && first.data.total !== total) setTotal(first.data.total)
  return { first, rowAt, rows, cards, inSight, total }
}

/** Changes what is searched for. A second filter may be set while the first is still on its way into the address. */
const useGo = (search: RosterSearch) => {
  const navigate = useNavigate()
  const router = useRouter()
  return (next: RosterSearch) => {
    const latest = readSearch({ ...router.latestLocation.search })
    void navigate({
      to: '/manage/members',
      search: { ...applyChange(latest, { from: search, to: next }) },
      replace: true,
    })
  }
}

/** What is searched for, filtered and sorted by stands in the address, so that going back from a member finds it again. */
const MembersPage = () => {
  const { t } = useTranslation('rosters')
  const search = readSearch(Route.useSearch())
  const filters = filtersOf(search)
  const isPhone = useIsPhone()
  const may = useMay()
  const columns = useColumns()
  const devices = useQuery(grantableDevices).data?.devices ?? []
  const [doing, setDoing] = useState<Doing | null>(null)
  const { first, rowAt, rows, cards, inSight, total } = useRoster(search, isPhone)
  const selecting = useSelection(filters, total)

  const go = useGo(search)
  const everybody: Selected = { filter: filters, except: [] }
  const keep = (selection: Selected) => () =>
    exportTable({ selection, columns: [...columns.shown], sort: search.sort, order: search.order })
  const act = (action: BulkAction, selection: Selected, count: number) => setDoing({ action, selection, count })
  const done = () => {
    setDoing(null)
    selecting.clear()
  }
  const position = t('rows', { from: formatNumber(inSight.from + 1), to: formatNumber(inSight.to + 1) })

  return (
    <div className={classes.page}>
      {may.message ? <MailingsCard /> : null}
      <RosterBarForm
        search={search}
        answer={first.data}
        isLoading={first.isLoading}
        devices={devices}
        columns={columns}
        mayExport={may.exportThem}
        onSearch={go}
        onEmails={() => act('emails', everybody, total)}
        onExport={keep(everybody)}
      />
      <Page
        query={first}
        isEmpty={(data) => data.total === 0}
        empty={
          isNarrowed(filters) ? (
            <NoMatch onClear={() => go({ sort: search.sort, order: search.order })} />
          ) : (
            <Empty title={t('emptyTitle')} text={t('emptyText')} />
          )
        }
      >
        {() =>
          isPhone ? (
            <RosterList cards={cards} rowAt={rowAt} selecting={selecting} isStale={first.isPlaceholderData} />
          ) : (
            <RosterTable
              search={search}
              columns={columns.shown}
              total={total}
              rows={rows}
              rowAt={rowAt}
              selecting={selecting}
              isStale={first.isPlaceholderData}
              onSort={go}
            />
          )
        }
      </Page>
      {selecting.count > 0 ? (
        <SelectionCard
          selecting={selecting}
          total={total}
          may={may}
          position={position}
          onAction={(action) => act(action, selecting.selection, selecting.count)}
          onExport={keep(selecting.selection)}
        />
      ) : null}
      <Suspense fallback={null}>
        {doing ? <Dialog doing={doing} onClose={() => setDoing(null)} onDone={done} /> : null}
      </Suspense>
    </div>
  )
}

const Dialog = ({ doing, onClose, onDone }: { doing: Doing; onClose: () => void; onDone: () => void }) => {
  const { action, selection, count } = doing
  if (action === 'emails') return <EmailsDialog selection={selection} onClose={onClose} />
  const shared = { selection, count, onClose, onDone }
  return action === 'access' ? <GrantsDialog {...shared} /> : <MailingDialog {...shared} />
}

const NoMatch = ({ onClear }: { onClear: () => void }) => {
  const { t } = useTranslation('rosters')
  return (
    <Empty
      title={t('noneTitle')}
      text={t('noneText')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('showAll')}
        </Button>
      }
    />
  )
}

export const Route = createFileRoute('/manage/members')({
  component: MembersPage,
  // Read by the page itself, so that what it knows of filters is not part of every page.
  validateSearch: (given: Record<string, unknown>) => given,
  staticData: {
    title: 'members:titleMembers',
    loggedIn: true,
    staff: ['members', 'access', 'money'],
    menu: { group: 'admin', icon: IconUsers, order: 10 },
  },
})
