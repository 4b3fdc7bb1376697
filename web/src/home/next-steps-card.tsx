import { Anchor, Card, VisuallyHidden } from '@mantine/core'
import type { JoiningStepState, NextSteps } from '@spacekeeper/contract/home/shapes.ts'
import { type JoiningStep, mostWaiting, type SetupStep, type WaitingMatter } from '@spacekeeper/contract/home/words.ts'
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { useOwnStanding } from '../signup/api.ts'
import { nextStepsQuery } from './api.ts'
import classes from './next-steps-card.module.css'

type NextStepProps = { isDone: boolean; title: string; hint?: string | undefined; action?: ReactNode }

const Step = ({ isDone, title, hint, action }: NextStepProps) => {
  const { t } = useTranslation('home')
  const Icon = isDone ? IconCircleCheckFilled : IconCircle
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Icon size={20} className={classes.mark} aria-hidden />
      <div className={classes.words}>
        <span className={classes.title}>
          <VisuallyHidden>{t(isDone ? 'stepDone' : 'stepOpen')} </VisuallyHidden>
          {title}
        </span>
        {hint && !isDone ? <span className={classes.hint}>{hint}</span> : null}
        {action && !isDone ? <span className={classes.action}>{action}</span> : null}
      </div>
    </li>
  )
}

const Steps = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <Card component="section" aria-labelledby={id} className={classes.card ?? ''}>
    <h2 id={id} className={classes.heading}>
      {title}
    </h2>
    {children}
  </Card>
)

const joiningWords = {
  account: { open: 'joinAccount', done: 'joinAccount' },
  email: { open: 'joinEmail', done: 'joinEmail' },
  plan: { open: 'joinPlan', done: 'joinPlanDone' },
  payment: { open: 'joinPayment', done: 'joinPaymentDone' },
  agreement: { open: 'joinAgreement', done: 'joinAgreementDone' },
  induction: { open: 'joinInduction', done: 'joinInductionDone' },
  card: { open: 'joinCard', done: 'joinCardDone' },
  approval: { open: 'joinApproval', done: 'joinApprovalDone' },
  membership: { open: 'joinMembership', done: 'joinMembershipDone' },
} as const satisfies Record<JoiningStep, { open: string; done: string }>

type JoiningStepProps = {
  of: JoiningStepState
  /** The step to do now. */
  isNext: boolean
  /** They do the steps here, one after the other. */
  isGuided: boolean
}

/** The sum that the step of paying is about; null while nothing is owed. */
const useOwed = (): string | null => {
  const dues = useOwnStanding()?.dues
  const money = useMoney()
  return dues && dues.owedCents > 0 ? money(dues.owedCents, dues.currency) : null
}

/** What a step takes, or who it waits for. */
const useJoiningHint = ({ of: { step, isWaiting, minutes }, isGuided }: JoiningStepProps) => {
  const { t } = useTranslation('home')
  const { contact } = useSite()
  const owed = useOwed()
  if (step === 'payment' && owed !== null) return undefined
  if (isWaiting) return t(step === 'payment' ? 'joinPaymentWaiting' : 'joinWaiting')
  if (step === 'membership') return t('joinMembershipHint')
  if (step === 'card' && !isGuided)
    return contact.address === '' ? t('joinCardHint') : t('joinCardAt', { address: contact.address })
  return minutes > 0 ? t('joinMinutes', { count: minutes }) : undefined
}

const useJoiningAction = ({ of: { step }, isNext, isGuided }: JoiningStepProps): ReactNode => {
  const { t } = useTranslation('home')
  const owed = useOwed()
  const { contact, features } = useSite()
  const { inductionLink } = features.signup
  if (step === 'payment' && owed !== null) {
    return (
      <Anchor inherit component={Link} to="/account/membership-plan">
        {t('joinPay', { amount: owed })}
      </Anchor>
    )
  }
  if (isGuided) {
    if (!isNext) return null
    return (
      <Anchor inherit component={Link} to="/account/membership-plan">
        {t('joinGoOn')}
      </Anchor>
    )
  }
  if (step === 'agreement') {
    return (
      <Anchor inherit component={Link} to="/account/agreements">
        {t('joinAgreementOpen')}
      </Anchor>
    )
  }
  if (step === 'induction' && inductionLink) {
    return (
      <Anchor inherit href={inductionLink}>
        {t('joinInductionOpen')}
      </Anchor>
    )
  }
  if (step === 'membership' && contact.admin) {
    return (
      <Anchor inherit href={`mailto:${contact.admin}`}>
        {t('contact', { mail: contact.admin })}
      </Anchor>
    )
  }
  if (step !== 'card') return null
  return (
    <Anchor inherit component={Link} to="/account/access">
      {t('joinCardOpens')}
    </Anchor>
  )
}

const JoiningStepLine = (props: JoiningStepProps) => {
  const { t } = useTranslation('home')
  const hint = useJoiningHint(props)
  const action = useJoiningAction(props)
  const { step, isDone } = props.of
  const words = joiningWords[step]
  return <Step isDone={isDone} title={t(isDone ? words.done : words.open)} hint={hint} action={action} />
}

const Joining = ({ steps }: { steps: NonNullable<NextSteps['joining']> }) => {
  const { t } = useTranslation('home')
  const isGuided = steps.some(({ step }) => step === 'plan')
  // With nothing left to do, the page still says what is awaited.
  const next = steps.find(({ isDone, isWaiting }) => !isDone && !isWaiting) ?? steps.find(({ isDone }) => !isDone)
  return (
    <Steps id="next-joining" title={t('joinTitle')}>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <JoiningStepLine key={step.step} of={step} isNext={step === next} isGuided={isGuided} />
        ))}
      </ol>
    </Steps>
  )
}

const setupWords = {
  name: { title: 'setupName', action: 'setupNameOpen', to: '/manage/settings' },
  contact: { title: 'setupContact', action: 'setupContactOpen', to: '/manage/settings' },
  mail: { title: 'setupMail', action: 'setupMailOpen', to: '/manage/messages' },
  device: { title: 'setupDevice', action: 'setupDeviceOpen', to: '/manage/devices' },
  card: { title: 'setupCard', action: 'setupCardOpen', to: '/manage/members/$memberId' },
  person: { title: 'setupPerson', action: 'setupPersonOpen', to: '/manage/members' },
} as const satisfies Record<SetupStep, { title: string; action: string; to: LinkProps['to'] }>

const setupHints: Partial<Record<SetupStep, 'setupMailHint' | 'setupCardHint'>> = {
  mail: 'setupMailHint',
  card: 'setupCardHint',
}

const Setup = ({ steps }: { steps: NonNullable<NextSteps['setup']> }) => {
  const { t } = useTranslation('home')
  const params = { memberId: String(useProfile()?.id ?? 0) }
  return (
    <Steps id="next-setup" title={t('setupTitle')}>
      <ol className={classes.steps}>
        {steps.map(({ step, isDone }) => {
          const { title, action, to } = setupWords[step]
          const link = (
            <Anchor inherit renderRoot={(props) => <Link to={to} params={params} {...props} />}>
              {t(action)}
            </Anchor>
          )
          const hint = setupHints[step]
          return <Step key={step} isDone={isDone} title={t(title)} hint={hint && t(hint)} action={link} />
        })}
      </ol>
    </Steps>
  )
}

const waitingWords = {
  applications: { text: 'waitingApplications', to: '/manage/applications', search: {} },
  applicants: { text: 'waitingApplicants', to: '/manage/members', search: { standing: 'noob' } },
  paidNotJoined: { text: 'waitingPaid', to: '/manage/members', search: { joining: 'paid' } },
  silentDevices: { text: 'waitingDevices', to: '/manage/devices', search: { state: 'offline' } },
  lapsedKeys: { text: 'waitingKeys', to: '/manage/devices/keys', search: {} },
  heldUses: { text: 'waitingHeldUses', to: '/manage/devices', search: {} },
  longUses: { text: 'waitingLongUses', to: '/manage/devices', search: { kind: 'interlock' } },
  openIssues: { text: 'waitingIssues', to: '/manage/issues', search: {} },
  balanceRefunds: { text: 'waitingRefunds', to: '/manage/leavers', search: {} },
  failedMessages: { text: 'waitingMessages', to: '/manage/messages', search: { state: 'failed' } },
  unconfirmed: { text: 'waitingUnconfirmed', to: '/manage/members', search: { emailState: 'unconfirmed' } },
  noMailServer: { text: 'waitingNoMail', to: '/manage/messages', search: {} },
  health: { text: 'waitingHealth', to: '/manage/doctor', search: {} },
} as const satisfies Record<WaitingMatter, { text: string; to: LinkProps['to']; search: Record<string, string> }>

const formatCount = (count: number) => (count > mostWaiting ? `${formatNumber(mostWaiting)}+` : formatNumber(count))

const Waiting = ({ waiting }: { waiting: NextSteps['waiting'] }) => {
  const { t } = useTranslation('home')
  return (
    <Steps id="next-waiting" title={t('waitingTitle')}>
      <ul className={classes.steps}>
        {waiting.map(({ matter, count }) => {
          const { text, to, search } = waitingWords[matter]
          return (
            <li key={matter}>
              <Link to={to} search={search} className={classes.matter}>
                <span>{t(text, { count, formatted: formatCount(count) })}</span>
                <IconChevronRight size={16} className={classes.arrow} aria-hidden />
              </Link>
            </li>
          )
        })}
      </ul>
    </Steps>
  )
}

/** What comes next, before everything else; nothing for members who have all they need and nothing to see to. */
export const NextStepsCards = () => {
  const { data } = useQuery(nextStepsQuery)
  if (!data) return null
  return (
    <>
      {data.joining ? <Joining steps={data.joining} /> : null}
      {data.setup ? <Setup steps={data.setup} /> : null}
      {data.waiting.length > 0 ? <Waiting waiting={data.waiting} /> : null}
    </>
  )
}
