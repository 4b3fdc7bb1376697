import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { late } from '#platform/ui/late.tsx'
import { Page, Empty } from '#platform/ui/page.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { MailingsCard } from '../../mailings/mailings-card.tsx'
import { holdablePlansQuery } from '../../plans/api.ts'
import { type MemberSelection, grantableDevicesQuery, exportCsv, memberWindowQuery } from '../api.ts'
import { useColumns } from './columns.ts'
import { MemberListForm } from './member-list-form.tsx'
import { MemberList } from './member-list.tsx'
import { MemberTable } from './member-table.tsx'
import { type MemberSearch, readSearch, applyChange, filtersOf, isNarrowed } from './search.ts'
import { type BulkChoice, SelectionCard } from './selection-card.tsx'
import { useSelection } from './selection.ts'
import classes from './members-page.module.css'

const over = ({ onClose }: { onClose: () => void }) => onClose

const EmailsDialog = late(() => import('./emails-dialog.tsx').then((file) => file.EmailsDialog), { over })

const GrantsDialog = late(() => import('./grants-dialog.tsx').then((file) => file.GrantsDialog), { over })

const MovesDialog = late(() => import('./moves-dialog.tsx').then((file) => file.MovesDialog), { over })

const MailingDialog = late(() => import('../../mailings/mailing-dialog.tsx').then((file) => file.MailingDialog), {
  over,
})

type Doing = { action: BulkChoice; selection: MemberSelection; count: number }

const useMay = () => {
  const profile = useProfile()
  const forMembers = isStaffFor(profile, 'members')
  return { message: forMembers, exportThem: forMembers, access: isStaffFor(profile, 'access') }
}

/** Changes what is searched for. A second filter may be set while the first is still on its way into the address. */
const useGo = (search: MemberSearch) => {
  const navigate = useNavigate()
  const router = useRouter()
  return (next: MemberSearch) => {
    const latest = readSearch({ ...router.latestLocation.search })
    void navigate({
      to: '/manage/members',
      search: { ...applyChange(latest, { from: search, to: next }) },
      replace: true,
      resetScroll: false,
    })
  }
}

/** What is searched for, filtered and sorted by stands in the address, so that going back from a member finds it again. */
const MembersPage = () => {
  const { t } = useTranslation('members')
  const search = readSearch(Route.useSearch())
  const filters = filtersOf(search)
  const isPhone = useIsPhone()
  const may = useMay()
  const columns = useColumns()
  const devices = useQuery(grantableDevicesQuery).data?.devices ?? []
  const plans = useQuery(holdablePlansQuery).data?.plans ?? []
  const [doing, setDoing] = useState<Doing | null>(null)
  const first = useQuery(memberWindowQuery(search, 0))
  const total = first.data?.total ?? 0
  const selecting = useSelection(filters, total)

  const go = useGo(search)
  const everybody: MemberSelection = { filter: filters, except: [] }
  const keep = (selection: MemberSelection) => () =>
    exportCsv({ selection, columns: [...columns.shown], sort: search.sort, order: search.order })
  const act = (action: BulkChoice, selection: MemberSelection, count: number) => setDoing({ action, selection, count })
  const done = () => {
    setDoing(null)
    selecting.clear()
  }
  const listed = { search, total, selecting, isStale: first.isPlaceholderData }
  const selectionBar = (position: string) =>
    selecting.count > 0 ? (
      <SelectionCard
        selecting={selecting}
        total={total}
        may={may}
        position={position}
        onAction={(action) => act(action, selecting.selection, selecting.count)}
        onExport={keep(selecting.selection)}
      />
    ) : null

  return (
    <div className={classes.page}>
      {may.message ? <MailingsCard /> : null}
      <MemberListForm
        search={search}
        answer={first.data}
        isLoading={first.isLoading}
        options={{ devices, plans }}
        columns={columns}
        may={may}
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
            <>
              <MemberList {...listed} />
              {selectionBar('')}
            </>
          ) : (
            <MemberTable {...listed} columns={columns.shown} onSort={go} foot={selectionBar} />
          )
        }
      </Page>
      {doing ? <Dialog doing={doing} onClose={() => setDoing(null)} onDone={done} /> : null}
    </div>
  )
}

const Dialog = ({ doing, onClose, onDone }: { doing: Doing; onClose: () => void; onDone: () => void }) => {
  const { action, selection, count } = doing
  if (action === 'emails') return <EmailsDialog selection={selection} onClose={onClose} />
  const shared = { selection, count, onClose, onDone }
  if (action === 'membership') return <MovesDialog {...shared} />
  return action === 'access' ? <GrantsDialog {...shared} /> : <MailingDialog {...shared} />
}

const NoMatch = ({ onClear }: { onClear: () => void }) => {
  const { t } = useTranslation('members')
  return (
    <Empty
      title={t('noneTitle')}
      text={t('noneText')}
      action={
        <Button size="xs" variant="default" onClick={onClear}>
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
