import { Button } from '@mantine/core'
import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { type Cure, refusals } from '@spacekeeper/contract/access/words.ts'
import type { OwnStanding } from '@spacekeeper/contract/signup/shapes.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { late } from '#platform/ui/late.tsx'
import { OwnStepButton } from '../signup/standing-row.tsx'
import { useSignIn } from '../visits/api.ts'
import classes from './access.module.css'

/** What staff are asked for by email; nothing for what members do themselves, and for what passes. */
const requests = {
  signInOnSite: null,
  topUp: null,
  getCard: 'askForCard',
  payOrTalk: 'contactStaff',
  getCertificate: null,
  askForAccess: 'askForAccess',
  talkToStaff: 'contactStaff',
  tryAgain: null,
  wait: null,
} as const satisfies Record<Cure, string | null>

/** The one filled button of a sheet, or a quiet one in a list. */
const look = (isMain: boolean) =>
  isMain ? ({ size: 'lg', variant: 'filled' } as const) : ({ size: 'xs', className: classes.step ?? '' } as const)

const SignInButton = ({ isMain }: { isMain: boolean }) => {
  const { t } = useTranslation('access')
  const signIn = useSignIn()
  return (
    <Button variant="light" {...look(isMain)} loading={signIn.isPending} onClick={() => signIn.mutate(0)}>
      {t('signInHere')}
    </Button>
  )
}

type LookProps = { isMain: boolean; onGo: (() => void) | undefined }

const TopUpButton = ({ isMain, onGo }: LookProps) => {
  const { t } = useTranslation('access')
  return (
    <Button
      variant="light"
      {...look(isMain)}
      renderRoot={(props) => <Link to="/account/memberbucks/$dialog" params={{ dialog: 'topup' }} {...props} />}
      onClick={onGo}
    >
      {t('topUp')}
    </Button>
  )
}

/** Where the certificates of the member are, with what is missing first. */
const CertificateButton = ({ isMain, onGo }: LookProps) => {
  const { t } = useTranslation('access')
  return (
    <Button
      variant="light"
      {...look(isMain)}
      renderRoot={(props) => <Link to="/account/training" {...props} />}
      onClick={onGo}
    >
      {t('getCertificate')}
    </Button>
  )
}

/** Where the plan is, with what is open of it. */
const PlanButton = ({ isMain, onGo }: LookProps) => {
  const { t } = useTranslation('access')
  return (
    <Button
      variant="light"
      {...look(isMain)}
      renderRoot={(props) => <Link to="/account/membership-plan" {...props} />}
      onClick={onGo}
    >
      {t('seePlan')}
    </Button>
  )
}

/** Comes with its words, and only where a door was closed because of money. */
const PayNowCard = late(async () => {
  const [{ PayNowCard: card }, { stripeText }, { duesText }] = await Promise.all([
    import('../stripe/pay-now-card.tsx'),
    import('../stripe/text.ts'),
    import('../stripe/dues-text.ts'),
  ])
  addTexts({ stripe: { ...stripeText, ...duesText } })
  return card
})

/** The step the membership waits for, done here or on its page. */
const StepOrPlan = ({ isMain, onGo, own }: LookProps & { own: OwnStanding | undefined }) =>
  own && own.step !== null && own.step !== 'wait' ? (
    <OwnStepButton own={own} isLarge={isMain} onGo={onGo} />
  ) : (
    <PlanButton isMain={isMain} onGo={onGo} />
  )

/** What is open is paid here, with one tap where a card is saved; otherwise `plan` leads to what there is to know. */
const PayNow = ({ plan }: { plan: ReactNode }) => <PayNowCard otherwise={plan} waiting={plan} />

/** `onGo`: what covers the page goes when another one opens. */
type Props = {
  refusal: Refusal
  names: string
  isMain?: boolean
  onGo?: () => void
  /** The step the membership waits for, where that is known. */
  own?: OwnStanding | undefined
}

/** The one thing that ends a refusal: done here, or asked of staff about the devices named. */
export const CureButton = ({ refusal, names, isMain = false, onGo, own }: Props) => {
  const { t } = useTranslation('access')
  const { contact, features } = useSite()
  const { admin: mail } = contact
  const { enableMembershipPayments, enableStripe } = features
  const { cure } = refusals[refusal]
  if (cure === 'signInOnSite') return <SignInButton isMain={isMain} />
  if (cure === 'topUp') return <TopUpButton isMain={isMain} onGo={onGo} />
  if (cure === 'getCertificate') return <CertificateButton isMain={isMain} onGo={onGo} />
  // Paying is not all that helps: staff can make a membership inactive for reasons of their own.
  const seePlan =
    cure === 'payOrTalk' && enableMembershipPayments ? <StepOrPlan isMain={isMain} onGo={onGo} own={own} /> : null
  const isPaying = own === undefined || own.step === 'pay'
  const plan = seePlan !== null && isMain && enableStripe && isPaying ? <PayNow plan={seePlan} /> : seePlan
  const request = requests[cure]
  if (!mail || request === null) return plan
  const subject = names === '' ? t(request) : t('askAbout', { request: t(request), names })
  return (
    <>
      {plan}
      <Button
        component="a"
        href={`mailto:${mail}?subject=${encodeURIComponent(subject)}`}
        variant="default"
        {...look(isMain && plan === null)}
      >
        {t(request)}
      </Button>
    </>
  )
}
