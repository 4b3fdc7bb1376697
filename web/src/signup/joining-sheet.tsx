import { Button, Group } from '@mantine/core'
import type { OwnSignup } from '@spacekeeper/contract/signup/shapes.ts'
import type { SignupStep } from '@spacekeeper/contract/signup/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { DueCard } from '../agreements/due-card.tsx'
import { ownSignupQuery } from './api.ts'
import { ChoosePlanCard } from './choose-plan-card.tsx'
import { FinishCard, SubmittedCard } from './finish-card.tsx'
import { HowToPayCard } from './how-to-pay-card.tsx'
import { InductionCard } from './induction-card.tsx'
import { OwnCardCard } from './own-card-card.tsx'
import { ProgressList } from './progress-list.tsx'
import { SkipDialog } from './skip-dialog.tsx'
import classes from './signup.module.css'

/** The step on the screen: the first that is open. How to pay is shown right after a plan was taken, and at the end. */
const stepToShow = ({ steps, plan, items }: OwnSignup, hasReadHowToPay: boolean): SignupStep | null => {
  if (items.includes('suspended')) return null
  const open = steps.find(({ state, step }) => state === 'open' && step !== 'approval' && step !== 'payment')?.step
  // Of a plan by card nothing is open before Stripe has begun it.
  const isToBegin =
    plan?.collector === 'stripe' && steps.some(({ step, state }) => step === 'payment' && state !== 'done')
  const mustPay = plan !== null && (plan.openCents > 0 || isToBegin)
  if (mustPay && !hasReadHowToPay && open !== 'plan') return 'payment'
  return open ?? null
}

/**
 * The way from an account to a member, one small step a screen. What is done is known to the server, so it goes on where
 * it was left, on any device.
 */
export const JoiningSheet = () => <Page query={useQuery(ownSignupQuery)}>{(signup) => <Steps signup={signup} />}</Page>

const Steps = ({ signup }: { signup: OwnSignup }) => {
  const { t } = useTranslation('signup')
  const [hasRead, setHasRead] = useState(false)
  const [isSkipping, setSkipping] = useState(false)
  // Without a plan, staff made them a member: no one joins here without one.
  if (signup.isMember && signup.plan === null) return <ChoosePlanCard onTaken={() => setHasRead(false)} />
  if (signup.isMember) return <SubmittedCard />
  const step = stepToShow(signup, hasRead)
  const isSettled = signup.items.every((item) => item === 'payment') && signup.plan !== null
  // What is left to pay, the page of the plan says to members who know their way.
  if (signup.isReturning && isSettled && signup.application === null && signup.items.length > 0) return null
  return (
    <div className={classes.flow}>
      <ProgressList steps={signup.steps} current={step} />
      <StepCard signup={signup} step={step} onRead={() => setHasRead(true)} onTaken={() => setHasRead(false)} />
      {signup.maySkip ? (
        <Group justify="center">
          <Button variant="subtle" onClick={() => setSkipping(true)}>
            {t('skip')}
          </Button>
        </Group>
      ) : null}
      {isSkipping ? <SkipDialog onClose={() => setSkipping(false)} /> : null}
    </div>
  )
}

type StepCardProps = { signup: OwnSignup; step: SignupStep | null; onRead: () => void; onTaken: () => void }

const StepCard = ({ signup, step, onRead, onTaken }: StepCardProps) => {
  const { plan, induction, card, items } = signup
  switch (step) {
    case 'plan':
      return <ChoosePlanCard onTaken={onTaken} />
    case 'payment':
      return plan ? <HowToPayCard plan={plan} onNext={onRead} /> : null
    case 'agreement':
      return <DueCard />
    case 'induction':
      return induction ? <InductionCard induction={induction} /> : null
    case 'card':
      return <OwnCardCard mayChange={card.mayChange} />
    default:
      return (
        <>
          <FinishCard signup={signup} />
          {signup.steps.some(({ step: one, state }) => one === 'agreement' && state === 'waiting') ? <DueCard /> : null}
          {plan && (plan.openCents > 0 || items.includes('payment')) ? <HowToPayCard plan={plan} /> : null}
        </>
      )
  }
}
