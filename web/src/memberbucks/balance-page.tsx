import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { useIsNarrow } from '#platform/ui/use-is-phone.ts'
import { readSession } from '../stripe/checkout-session.ts'
import { overviewQuery } from './api.ts'
import { BalanceCard } from './balance-card.tsx'
import { MonthsCard } from './months-card.tsx'
import { OwnEntriesCard } from './own-entries-card.tsx'
import { SpendDialog } from './spend-dialog.tsx'
import { SpendingCard } from './spending-card.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'
import classes from './own-balance.module.css'

/** `add` is what existing links call topping up. */
const dialogs = ['transactions', 'pay', 'donate', 'topup', 'add'] as const

const known = (dialog: string) => dialogs.find((one) => one === dialog)

const purposes = { pay: 'payment', donate: 'donation' } as const

/** What a member has of the site's balance: what moved it, and what can be done with it. */
const BalancePage = () => {
  const dialog = known(Route.useParams().dialog) ?? 'transactions'
  const { session } = Route.useSearch()
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
            {dialog === 'topup' || dialog === 'add' ? <TopUpDialog session={session} onClose={close} /> : null}
          </div>
        )
      }}
    </Page>
  )
}

/** The words of cards come with the pages that need them. */
const loadWords = async () => {
  const { stripeText } = await import('../stripe/text.ts')
  addTexts({ stripe: stripeText })
}

export const Route = createFileRoute('/account/memberbucks/$dialog')({
  component: BalancePage,
  validateSearch: readSession,
  beforeLoad: ({ params }) => {
    if (known(params.dialog)) return
    throw redirect({ to: '/account/memberbucks/$dialog', params: { dialog: 'transactions' }, replace: true })
  },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(overviewQuery)
    return loadWords()
  },
  staticData: {
    title: 'memberbucks:titleBalance',
    loggedIn: true,
    feature: 'enableMemberBucks',
    hiddenMenu: true,
  },
})
