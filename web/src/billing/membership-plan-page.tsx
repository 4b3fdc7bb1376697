import type { MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { IconReceipt2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useProfile } from '#platform/session/session.ts'
import { Page } from '#platform/ui/page.tsx'
import { MandateCard } from '../bank/mandate-card.tsx'
import { JoiningSheet } from '../signup/joining-sheet.tsx'
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
        <MyPlanCard mine={mine}>
          <PlanActionsList mine={mine} />
        </MyPlanCard>
        {isNewcomer ? null : <ToPayCard mine={mine} />}
        {isNewcomer ? null : <UpcomingStepsCard />}
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

const MembershipPlanPage = () => (
  <Page query={useQuery(myPlanQuery)}>
    {(mine) => (hasPlan(mine) ? <WithPlan mine={mine} /> : <WithoutPlan mine={mine} />)}
  </Page>
)

/** Members read the words of plans and of joining on this page alone, so they come with it. */
const loadWords = async () => {
  const [{ billingText }, { signupText }] = await Promise.all([import('./text.ts'), import('../signup/text.ts')])
  addTexts({ billing: billingText, signup: signupText })
}

export const Route = createFileRoute('/account/membership-plan')({
  component: MembershipPlanPage,
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
