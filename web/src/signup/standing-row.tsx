import { Button, Text } from '@mantine/core'
import type { OwnStanding } from '@spacekeeper/contract/signup/shapes.ts'
import type { OwnStep } from '@spacekeeper/contract/signup/words.ts'
import { Link } from '@tanstack/react-router'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { completeSignup } from './api.ts'

const actions = {
  plan: 'stepPlanDo',
  pay: 'stepPayDo',
  agreement: 'stepAgreementDo',
  induction: 'stepInductionDo',
  card: 'stepCardDo',
  apply: 'stepApplyDo',
} as const satisfies Record<Exclude<OwnStep, 'wait'>, string>

/** Why they are not in, or will not be much longer, as a sentence with the sum and the day; null where all is well. */
export const useStandingWords = (own: OwnStanding | undefined): string | null => {
  const { t } = useTranslation('members')
  const money = useMoney()
  if (!own || own.step === null) return null
  const { step, items, hasPaid, dues } = own
  const { owedCents, onItsWayCents, currency, by, reason } = dues
  const amount = money(owedCents, currency)
  const day = by === null ? '' : formatCalendarDay(by)
  switch (step) {
    case 'pay':
      // The other steps are said once this is paid.
      return t(`owed_${reason ?? 'open'}`, { amount, day })
    case 'wait':
      if (onItsWayCents > 0) return t('stepWaitPayment', { amount: money(onItsWayCents, currency) })
      return t(items.includes('agreement') ? 'stepWaitGuardian' : 'stepWaitStaff')
    case 'plan':
      return t('joinText')
    default: {
      const words = {
        agreement: 'stepAgreement',
        induction: 'stepInduction',
        card: 'stepCard',
        apply: 'stepApply',
      } as const
      return hasPaid ? `${t('hasPaid')} ${t(words[step])}` : t(words[step])
    }
  }
}

/** The same as a paragraph. */
export const StandingText = ({ own }: { own: OwnStanding }) => {
  const words = useStandingWords(own)
  return words === null ? null : <Text size="sm">{words}</Text>
}

const ApplyButton = ({ isLarge, onGo }: StepLookProps) => {
  const { t } = useTranslation('members')
  const apply = useMutation({
    mutationFn: () => completeSignup(),
    onSuccess: () => {
      notify.done({ text: t('applied') })
      onGo?.()
    },
    onError: notify.failed,
  })
  return (
    <Button size={isLarge ? 'lg' : 'sm'} loading={apply.isPending} onClick={() => apply.mutate()}>
      {t('stepApplyDo')}
    </Button>
  )
}

type StepLookProps = { isLarge?: boolean; onGo?: (() => void) | undefined }

/** The button of the one thing to do next; nothing where others have to do something. */
export const OwnStepButton = ({ own, isLarge = false, onGo }: StepLookProps & { own: OwnStanding }) => {
  const { t } = useTranslation('members')
  const money = useMoney()
  const { step, dues } = own
  if (step === null || step === 'wait') return null
  if (step === 'apply') return <ApplyButton isLarge={isLarge} onGo={onGo} />
  const isAgreement = step === 'agreement'
  return (
    <Button
      size={isLarge ? 'lg' : 'sm'}
      onClick={onGo}
      renderRoot={(props) => <Link to={isAgreement ? '/account/agreements' : '/account/membership-plan'} {...props} />}
    >
      {t(actions[step], { amount: money(dues.owedCents, dues.currency) })}
    </Button>
  )
}
