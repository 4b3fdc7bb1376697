import { Button } from '@mantine/core'
import type { MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { plan } from './api.ts'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { OwnCollectorDialog } from './collector-dialog.tsx'
import { ConcessionRequestDialog } from './concessions/concession-dialog.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { lastDayBefore, pauseOf } from './plan-state.ts'
import classes from './my-plan.module.css'

type PlanDialog = 'change' | 'pause' | 'collector' | 'coupon' | 'concession' | 'cancel'

type Props = { mine: MyPlan & { subscription: MySubscription } }

/** The day until which a plan lasts that is cancelled now; null where it ends at once. */
const lastDayIfCancelled = ({ today, subscription }: MyPlan & { subscription: MySubscription }): string | null => {
  if (subscription.state !== 'active') return null
  const ends = [subscription.period?.to ?? today, subscription.paidThrough, today].toSorted().at(-1) ?? today
  return ends > today ? lastDayBefore(ends) : null
}

const CancelDialog = ({ mine, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('billing')
  const lastDay = lastDayIfCancelled(mine)
  const text = [
    lastDay === null ? t('cancelNow') : t('cancelUntil', { day: formatCalendarDay(lastDay) }),
    ...(mine.household && mine.household.people.length > 0 ? [t('cancelHousehold')] : []),
  ]
  return (
    <ConfirmDialog
      title={t('cancelTitle')}
      text={text.join(' ')}
      action={t('cancel')}
      back={t('cancelKeep')}
      isDangerous
      run={async () => {
        await plan.actOnSubscription({ action: 'cancel' })
        notify.done({ text: t('cancelled') })
      }}
      onClose={onClose}
    />
  )
}

/** Which changes a plan takes as it is now. */
const actionsFor = ({ subscription, concession, today }: Props['mine']): PlanDialog[] => {
  const { state, collector, discounts, pauseLimits } = subscription
  const isActive = state === 'active'
  const canPause = isActive && pauseLimits.perYear > 0 && pauseLimits.mostDays > 0 && !pauseOf(subscription, today)
  const hasCoupon = discounts.some(({ kind }) => kind === 'coupon')
  const hasConcession = concession?.state === 'asked' || concession?.state === 'approved'
  return [
    ...(isActive ? ['change' as const] : []),
    ...(canPause ? ['pause' as const] : []),
    ...(collector === 'free' ? [] : ['collector' as const]),
    ...(collector === 'free' || hasCoupon ? [] : ['coupon' as const]),
    ...(collector === 'free' || hasConcession ? [] : ['concession' as const]),
    ...(state === 'cancelling' ? [] : ['cancel' as const]),
  ]
}

const words = {
  change: 'changePlan',
  pause: 'pause',
  collector: 'changeCollector',
  coupon: 'coupon',
  concession: 'concession',
  cancel: 'cancel',
} as const

/** Everything members can change about their plan, each in a dialog. */
export const PlanActionsList = ({ mine }: Props) => {
  const { t } = useTranslation('billing')
  const [open, setOpen] = useState<PlanDialog | null>(null)
  const close = () => setOpen(null)
  const { subscription, today } = mine
  return (
    <div className={classes.buttons} role="group" aria-label={t('actions')}>
      {actionsFor(mine).map((action) => (
        <Button
          key={action}
          variant={action === 'cancel' ? 'subtle' : 'default'}
          {...(action === 'cancel' && { color: 'red' })}
          onClick={() => setOpen(action)}
        >
          {t(words[action])}
        </Button>
      ))}
      {open === 'change' ? <ChangePlanDialog onClose={close} /> : null}
      {open === 'pause' ? <PauseDialog subscription={subscription} today={today} onClose={close} /> : null}
      {open === 'collector' ? <OwnCollectorDialog subscription={subscription} onClose={close} /> : null}
      {open === 'coupon' ? <CodeDialog onClose={close} /> : null}
      {open === 'concession' ? <ConcessionRequestDialog onClose={close} /> : null}
      {open === 'cancel' ? <CancelDialog mine={mine} onClose={close} /> : null}
    </div>
  )
}
