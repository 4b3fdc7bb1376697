import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { useIsNarrow } from '#platform/ui/use-is-phone.ts'
import { overviewQuery } from './api.ts'
import { BalanceCard } from './balance-card.tsx'
import { MonthsCard } from './months-card.tsx'
import { OwnEntriesCard } from './own-entries-card.tsx'
import { SpendDialog } from './spend-dialog.tsx'
import { SpendingCard } from './spending-card.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'
import classes from './own-balance.module.css'

const dialogs = ['transactions', 'pay', 'donate', 'topup'] as const

const known = (dialog: string) => dialogs.find((one) => one === dialog)

const purposes = { pay: 'payment', donate: 'donation' } as const

/** What a member has of the site's balance: what moved it, and what can be done with it. */
const BalancePage = () => {
  const dialog = known(Route.useParams().dialog) ?? 'transactions'
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const close = useCallback(
    () =>
      void navigate({
        to: '/account/memberbucks/$dialog',
        params: { dialog: 'transactions' },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return (
    <Page query={useQuery(overviewQuery)} skeleton={<RowsSkeleton />}>
      {(overview) => {
        const balance = <BalanceCard key="balance" overview={overview} />
        const figures = (
          <div key="figures" className={classes.stack}>
            <SpendingCard overview={overview} />
            <MonthsCard months={overview.months} />
          </div>
        )
        const entries = <OwnEntriesCard key="entries" months={overview.months} />
        return (
          <div className={classes.columns}>
            {isNarrow ? (
              [balance, entries, figures]
            ) : (
              <>
                <div className={classes.stack}>
                  {balance}
                  {figures}
                </div>
                {entries}
              </>
            )}
            {dialog === 'pay' || dialog === 'donate' ? (
              <SpendDialog key={dialog} purpose={purposes[dialog]} overview={overview} onClose={close} />
            ) : null}
            {dialog === 'topup' ? <TopUpDialog onClose={close} /> : null}
          </div>
        )
      }}
    </Page>
  )
}

export const Route = createFileRoute('/account/memberbucks/$dialog')({
  component: BalancePage,
  beforeLoad: ({ params }) => {
    if (known(params.dialog)) return
    throw redirect({ to: '/account/memberbucks/$dialog', params: { dialog: 'transactions' }, replace: true })
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(overviewQuery),
  staticData: {
    title: 'memberbucks:titleBalance',
    loggedIn: true,
    feature: 'enableMemberBucks',
    hiddenMenu: true,
  },
})
