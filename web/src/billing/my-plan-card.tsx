import { Button, Card, Progress, Text, Title } from '@mantine/core'
import type { MyDiscount, MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import type { ReactNode } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useComing, usePrice } from '../plans/plan-price.ts'
import { plan as planCalls } from './api.ts'
import { daysFrom, lastDayBefore, planStates, wayWords } from './plan-state.ts'
import classes from './my-plan.module.css'

type Props = { mine: MyPlan & { subscription: MySubscription } }

/** How far the period that runs is. */
const PeriodMeter = ({ mine }: Props) => {
  const { t } = useTranslation('billing')
  const { today, subscription } = mine
  const { period, paidThrough, startedOn } = subscription
  if (!period) return null
  const days = daysFrom(period.from, period.to)
  const day = Math.min(days, daysFrom(period.from, today) + 1)
  return (
    <div>
      <Progress value={(day / days) * 100} mt="md" aria-label={t('meter', { day, days })} />
      <div className={classes.ends}>
        <span>{formatCalendarDay(period.from)}</span>
        <span>
          {paidThrough > startedOn
            ? t('paidUntil', { day: formatCalendarDay(lastDayBefore(paidThrough)) })
            : t('notPaidYet')}
        </span>
      </div>
    </div>
  )
}

const DiscountLine = ({ discount, currency }: { discount: MyDiscount; currency: string }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { percent, amountCents, words, periodsLeft, endsOn } = discount
  const off =
    percent === null
      ? t('discountAmount', { amount: money(amountCents ?? 0, currency) })
      : t('discountPercent', { percent })
  const until = [
    ...(periodsLeft === null ? [] : [t('discountPeriods', { count: periodsLeft })]),
    ...(endsOn === null ? [] : [t('discountUntil', { day: formatCalendarDay(lastDayBefore(endsOn)) })]),
  ]
  return <div>{[t('discountWords', { off, words }), ...until].join(', ')}</div>
}

const Facts = ({ mine }: Props) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const coming = useComing()
  const { subscription, creditCents, currency, dues } = mine
  const { discounts } = subscription
  const next = coming(dues.coming, currency)
  return (
    <dl className={classes.facts}>
      {next === null && dues.owedCents > 0 ? null : (
        <div>
          <dt>{t(dues.owedCents > 0 ? 'nextAfter' : 'nextPayment')}</dt>
          <dd>{next ?? t('nextNone')}</dd>
        </div>
      )}
      {discounts.length > 0 ? (
        <div>
          <dt>{t('discounts')}</dt>
          <dd>
            {discounts.map((discount) => (
              <DiscountLine key={discount.kind} discount={discount} currency={currency} />
            ))}
          </dd>
        </div>
      ) : null}
      {creditCents > 0 ? (
        <div>
          <dt>{t('credit')}</dt>
          <dd>{t('creditText', { amount: money(creditCents, currency) })}</dd>
        </div>
      ) : null}
    </dl>
  )
}

/** A change of plan that is to come, and the way back. */
const NextPlan = ({ subscription }: { subscription: MySubscription }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const keep = useMutation({
    mutationFn: () => planCalls.keepPlan(),
    onSuccess: () => {
      notify.done({ text: t('keptPlan') })
    },
    onError: notify.failed,
  })
  const { nextPlan, currency } = subscription
  if (!nextPlan) return null
  return (
    <div className={classes.row}>
      <span>
        {t('nextPlan', {
          day: formatCalendarDay(nextPlan.startsOn),
          plan: nextPlan.name,
          price: money(nextPlan.costCents, currency),
        })}
      </span>
      <Button variant="default" size="xs" loading={keep.isPending} onClick={() => keep.mutate()}>
        {t('keepPlan')}
      </Button>
    </div>
  )
}

/** The member's plan: what it is, until when it is paid, and what comes next. */
export const MyPlanCard = ({ mine, children }: Props & { children?: ReactNode }) => {
  const { t } = useTranslation('billing')
  const price = usePrice()
  const { subscription } = mine
  const { plan, state, startedOn, collector, costCents: cost, currency, interval, intervalCount } = subscription
  const { kind, word } = planStates[state]
  const way = mine.dues.isDebited ? t('method_directDebit') : t(wayWords[collector])
  return (
    <Card component="section" aria-labelledby="my-plan">
      <div className={classes.head}>
        <Title order={2} id="my-plan">
          {plan.tier}
        </Title>
        <Status kind={kind}>{t(word)}</Status>
      </div>
      <Text>{[plan.name, price({ costCents: cost, currency, interval, intervalCount })].join(', ')}</Text>
      <div className={classes.quiet}>
        {[t('paidBy', { way }), t('since', { day: formatCalendarDay(startedOn) })].join(', ')}
      </div>
      <PeriodMeter mine={mine} />
      <Facts mine={mine} />
      <NextPlan subscription={subscription} />
      {children}
    </Card>
  )
}
