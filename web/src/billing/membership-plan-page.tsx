import { Card, Stack, Text } from '@mantine/core'
import type { MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { IconReceipt2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { late } from '#platform/ui/late.tsx'
import { Page } from '#platform/ui/page.tsx'
import { PlanAdviceCard } from '../advice/plan-advice-card.tsx'
import { MandateCard } from '../bank/mandate-card.tsx'
import { loadLeavingWords } from '../leaving/page-words.ts'
import { JoiningSheet } from '../signup/joining-sheet.tsx'
import { CardPlanCard, PayByCardCard } from '../stripe/card-dues-card.tsx'
import { CheckoutCard } from '../stripe/checkout-card.tsx'
import { readSession } from '../stripe/checkout-session.ts'
import { cardDuesQuery } from '../stripe/dues-api.ts'
import { useMethodName } from '../stripe/method-words.ts'
import { myPlanQuery } from './api.ts'
import { ConcessionCard } from './concessions/concession-card.tsx'
import { DuesCard, hasOwed } from './dues-card.tsx'
import { HouseholdCard } from './household-card.tsx'
import { InvoicesCard } from './invoices-card.tsx'
import { UpcomingStepsCard } from './member/upcoming-steps-card.tsx'
import { MyPaymentsList } from './my-payments-list.tsx'
import { MyPlanCard } from './my-plan-card.tsx'
import { InvitationCard, OtherHouseholdCard } from './other-household-card.tsx'
import { PlanActionsList } from './plan-actions-list.tsx'
import { PlanStateCard } from './plan-state-card.tsx'
import classes from './my-plan.module.css'

/** Who chose a plan and has not finished joining goes on with it, and reads on this page that it is done. */
const StepsLeft = ({ state }: Pick<MySubscription, 'state'>) => {
  const profile = useProfile()
  // A plan that rests or is not paid is what is in the way then, and so is a suspension.
  const mayJoin = (state === 'active' || state === 'incomplete') && profile?.suspension === null
  const [isJoining] = useState(mayJoin && profile?.state !== 'active')
  return isJoining ? <JoiningSheet /> : null
}

/** The sum that is owed and how it is paid. Where nothing is, what payments by card are made with, and those under way. */
const ToPay = ({ mine }: { mine: MyPlan }) => {
  const { enableStripe } = useSite().features
  if (hasOwed(mine.dues)) return <DuesCard mine={mine} />
  if (!enableStripe) return null
  return mine.dues.collector === 'stripe' ? <CardPlanCard /> : <PayByCardCard />
}

/** Newcomers read in the steps what they have to pay, and only there. */
const useIsNewcomer = ({ state }: Pick<MySubscription, 'state'>) =>
  useProfile()?.state === 'noob' && state === 'incomplete'

const WithPlan = ({ mine }: { mine: MyPlan & { subscription: MySubscription } }) => {
  const isNewcomer = useIsNewcomer(mine.subscription)
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        {isNewcomer ? null : <ToPay mine={mine} />}
        <StepsLeft state={mine.subscription.state} />
        {isNewcomer ? null : <PlanStateCard mine={mine} />}
        <MyPlanCard mine={mine}>
          <PlanActionsList mine={mine} />
        </MyPlanCard>
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

/** Few read it, so it comes with its words. */
const LateCreditCard = late(async () => {
  const [file] = await Promise.all([import('../leaving/credit-back-card.tsx'), loadLeavingWords()])
  return file.CreditBackCard
})

/** The credit, where leaving is not looked after here: staff give it back. */
const LeftOver = ({ mine: { creditCents, currency } }: { mine: MyPlan }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  if (creditCents <= 0) return null
  return (
    <Card component="section" aria-label={t('credit')}>
      <Text>{t('creditFormer', { amount: money(creditCents, currency) })}</Text>
    </Card>
  )
}

/** Without a plan of one's own: the household one is in, or joining; and what is left of an earlier plan. */
const WithoutPlan = ({ mine }: { mine: MyPlan }) => {
  const { enableLeaving } = useSite().features
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <ToPay mine={mine} />
        {enableLeaving ? <LateCreditCard /> : <LeftOver mine={mine} />}
        {mine.invitations.map((invitation) => (
          <InvitationCard key={invitation.id} invitation={invitation} />
        ))}
        {mine.paidBy ? <OtherHouseholdCard household={mine.paidBy} /> : null}
        {mine.paidBy ? null : <JoiningSheet />}
        {mine.payments.length > 0 ? <InvoicesCard /> : null}
      </div>
      {mine.payments.length > 0 ? (
        <div className={classes.side}>
          <MyPaymentsList payments={mine.payments} />
        </div>
      ) : null}
    </div>
  )
}

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
  const [
    { billingText },
    { signupText },
    { priceText },
    { stripeText },
    { duesText },
    { adviceText },
    { transferText },
  ] = await Promise.all([
    import('./text.ts'),
    import('../signup/text.ts'),
    import('../plans/price-text.ts'),
    import('../stripe/text.ts'),
    import('../stripe/dues-text.ts'),
    import('../advice/text.ts'),
    import('../bank/transfer-text.ts'),
  ])
  addTexts({
    advice: adviceText,
    bank: transferText,
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
