import { Stack } from '@mantine/core'
import type { MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { IconReceipt2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { Page } from '#platform/ui/page.tsx'
import { PlanAdviceCard } from '../advice/plan-advice-card.tsx'
import { MandateCard } from '../bank/mandate-card.tsx'
import { JoiningSheet } from '../signup/joining-sheet.tsx'
import { CardPlanCard, PayByCardCard } from '../stripe/card-dues-card.tsx'
import { CheckoutCard } from '../stripe/checkout-card.tsx'
import { readSession } from '../stripe/checkout-session.ts'
import { cardDuesQuery } from '../stripe/dues-api.ts'
import { useMethodName } from '../stripe/method-words.ts'
import { myPlanQuery } from './api.ts'
import { ConcessionCard } from './concession-card.tsx'
import { HouseholdCard } from './household-card.tsx'
import { InvoicesCard } from './invoices-card.tsx'
import { MyPaymentsList } from './my-payments-list.tsx'
import { MyPlanCard } from './my-plan-card.tsx'
import { InvitationCard, OtherHouseholdCard } from './other-household-card.tsx'
import { PlanActionsList } from './plan-actions-list.tsx'
import { PlanStateCard } from './plan-state-card.tsx'
import { ToPayCard } from './to-pay-card.tsx'
import { UpcomingStepsCard } from './upcoming-steps-card.tsx'
import classes from './my-plan.module.css'

/** Who chose a plan and has not finished joining goes on with it, and reads on this page that it is done. */
const StepsLeft = ({ state }: Pick<MySubscription, 'state'>) => {
  const profile = useProfile()
  // A plan that rests or is not paid is what is in the way then, and so is a suspension.
  const mayJoin = (state === 'active' || state === 'incomplete') && profile?.suspension === null
  const [isJoining] = useState(mayJoin && profile?.state !== 'active')
  return isJoining ? <JoiningSheet /> : null
}

/** What is paid by card now: of a plan by card all that waits, of others what is open. */
const ByCard = ({ collector }: { collector: MySubscription['collector'] | null }) => {
  const { enableStripe } = useSite().features
  if (!enableStripe) return null
  return collector === 'stripe' ? <CardPlanCard /> : <PayByCardCard />
}

/** Newcomers read in the steps what they have to pay, and only there. */
const useIsNewcomer = ({ state }: Pick<MySubscription, 'state'>) =>
  useProfile()?.state === 'noob' && state === 'incomplete'

const WithPlan = ({ mine }: { mine: MyPlan & { subscription: MySubscription } }) => {
  const isNewcomer = useIsNewcomer(mine.subscription)
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <StepsLeft state={mine.subscription.state} />
        {isNewcomer ? null : <PlanStateCard mine={mine} />}
        {isNewcomer ? null : <ByCard collector={mine.subscription.collector} />}
        <MyPlanCard mine={mine}>
          <PlanActionsList mine={mine} />
        </MyPlanCard>
        {isNewcomer ? null : <ToPayCard mine={mine} />}
        {isNewcomer ? null : <UpcomingStepsCard />}
        <PlanAdviceCard />
        <InvoicesCard />
      </div>
      <div className={classes.side}>
        {mine.household ? <HouseholdCard household={mine.household} /> : null}
        {mine.concession ? <ConcessionCard concession={mine.concession} /> : null}
        {mine.subscription.collector === 'bank' ? <MandateCard /> : null}
        <MyPaymentsList payments={mine.payments} />
      </div>
    </div>
  )
}

const hasPlan = (mine: MyPlan): mine is MyPlan & { subscription: MySubscription } => mine.subscription !== null

/** Without a plan of one's own: the household one is in, or joining; and what is left of an earlier plan. */
const WithoutPlan = ({ mine }: { mine: MyPlan }) => (
  <div className={classes.columns}>
    <div className={classes.main}>
      {mine.invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
      {mine.paidBy ? <OtherHouseholdCard household={mine.paidBy} /> : null}
      {mine.paidBy ? null : <JoiningSheet />}
      <ByCard collector={null} />
      <ToPayCard mine={mine} />
      {mine.payments.length > 0 ? <InvoicesCard /> : null}
    </div>
    {mine.payments.length > 0 ? (
      <div className={classes.side}>
        <MyPaymentsList payments={mine.payments} />
      </div>
    ) : null}
  </div>
)

/** Back from Stripe's page. */
const Returned = ({ session }: { session: string }) => {
  const method = useQuery(cardDuesQuery).data?.method
  const name = useMethodName()
  return <CheckoutCard key={session} session={session} method={method ? name(method) : ''} />
}

const MembershipPlanPage = () => {
  const { session } = Route.useSearch()
  return (
    <Stack gap="md">
      {session === undefined ? null : <Returned session={session} />}
      <Page query={useQuery(myPlanQuery)}>
        {(mine) => (hasPlan(mine) ? <WithPlan mine={mine} /> : <WithoutPlan mine={mine} />)}
      </Page>
    </Stack>
  )
}

/** Members read the words of plans and of joining on this page alone, so they come with it. */
const loadWords = async () => {
  const [{ billingText }, { signupText }, { priceText }, { stripeText }, { duesText }, { adviceText }] =
    await Promise.all([
      import('./text.ts'),
      import('../signup/text.ts'),
      import('../plans/price-text.ts'),
      import('../stripe/text.ts'),
      import('../stripe/dues-text.ts'),
      import('../advice/text.ts'),
    ])
  addTexts({
    advice: adviceText,
    billing: billingText,
    signup: signupText,
    plans: priceText,
    stripe: { ...stripeText, ...duesText },
  })
}

export const Route = createFileRoute('/account/membership-plan')({
  component: MembershipPlanPage,
  validateSearch: readSession,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(myPlanQuery)
    return loadWords()
  },
  staticData: {
    title: 'billing:titleMyPlan',
    name: 'membershipPlan',
    loggedIn: true,
    feature: 'enableMembershipPayments',
    menu: { group: 'membership', icon: IconReceipt2, order: 40 },
  },
})
