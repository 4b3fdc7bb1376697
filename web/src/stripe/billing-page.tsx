import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useSite } from '#platform/session/site.ts'
import { methodQuery, receiptsQuery } from './api.ts'
import { AutomaticCard } from './automatic-card.tsx'
import { CheckoutCard } from './checkout-card.tsx'
import { readSession } from './checkout-session.ts'
import { MethodCard } from './method-card.tsx'
import { useMethodName } from './method-words.ts'
import { ReceiptsCard } from './receipts-card.tsx'
import classes from './stripe.module.css'

/** What a member pays with, whether their balance tops itself up, and what they paid. */
const BillingPage = () => {
  const navigate = Route.useNavigate()
  // Out of the address once it was asked about, so that a reload does not say it again.
  const [session] = useState(Route.useSearch().session)
  const { features } = useSite()
  const method = useQuery(methodQuery).data?.method
  const name = useMethodName()
  return (
    <div className={classes.stack}>
      {session === undefined ? null : (
        <CheckoutCard
          session={session}
          method={method ? name(method) : ''}
          onDone={() => void navigate({ search: {}, replace: true })}
        />
      )}
      <div className={classes.columns}>
        <div className={classes.stack}>
          <MethodCard />
          {features.enableMemberBucks ? <AutomaticCard /> : null}
        </div>
        <ReceiptsCard />
      </div>
    </div>
  )
}

/** The words of cards come with the pages that need them. */
const loadWords = async () => {
  const { stripeText } = await import('./text.ts')
  addTexts({ stripe: stripeText })
}

export const Route = createFileRoute('/account/billing')({
  component: BillingPage,
  validateSearch: readSession,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(methodQuery)
    void context.queryClient.prefetchInfiniteQuery(receiptsQuery)
    return loadWords()
  },
  staticData: {
    title: 'stripe:titleBilling',
    loggedIn: true,
    feature: 'enableStripe',
    menu: { group: 'membership', icon: IconCreditCard, order: 35 },
  },
})
