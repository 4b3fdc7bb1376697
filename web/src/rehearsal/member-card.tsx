import { Button, Card, Group, NativeSelect, Title } from '@mantine/core'
import type { RehearsalStanding } from '@spacekeeper/contract/rehearsal/shapes.ts'
import type { RehearsalAct } from '@spacekeeper/contract/rehearsal/words.ts'
import { useState } from 'react'
import { formatCalendarDay, formatMoney } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { heldWhile, rehearsals, useOrder } from './api.ts'
import classes from './rehearsal.module.css'

type Props = { standing: RehearsalStanding; locale: string; isBusy: boolean }

/** How the member stands today. */
const Facts = ({ standing, locale }: Omit<Props, 'isBusy'>) => {
  const { t } = useTranslation('rehearsal')
  const { plan, card, owedCents, owedCurrency, isDoorOpen, nextPaymentOn } = standing
  const ends = plan?.endsOn ? formatCalendarDay(plan.endsOn) : ''
  const amount = plan ? formatMoney(plan.costCents, locale, plan.currency) : ''
  return (
    <dl className={classes.facts}>
      <dt>{t('plan')}</dt>
      <dd>{plan ? t('planIs', { name: plan.name, amount }) : t('noPlan')}</dd>
      <dt>{t('standing')}</dt>
      <dd>{t(`state_${plan?.state ?? 'none'}`, { on: ends })}</dd>
      <dt>{t('paidThrough')}</dt>
      <dd>{plan && plan.state !== 'incomplete' ? formatCalendarDay(plan.paidThrough) : t('none')}</dd>
      <dt>{t('card')}</dt>
      <dd>{t(`card_${card}`)}</dd>
      <dt>{t('owed')}</dt>
      <dd>{formatMoney(owedCents, locale, owedCurrency)}</dd>
      <dt>{t('nextPayment')}</dt>
      <dd>{nextPaymentOn === null ? t('none') : formatCalendarDay(nextPaymentOn)}</dd>
      <dt>{t('door')}</dt>
      <dd>
        <Status kind={isDoorOpen ? 'good' : 'locked'}>{t(isDoorOpen ? 'doorOpen' : 'doorClosed')}</Status>
      </dd>
    </dl>
  )
}

/** What the member or the treasurer can do now. */
const ActButtons = ({ standing, locale, isBusy }: Props) => {
  const { t } = useTranslation('rehearsal')
  const order = useOrder()
  const { acts, plans, plan, hasDebit } = standing
  const others = plans.filter(({ id }) => !acts.includes('changePlan') || id !== plan?.id)
  const [chosen, setChosen] = useState('')
  const planId = others.find(({ id }) => String(id) === chosen)?.id ?? others[0]?.id ?? null
  const hasPlan = acts.includes('join') || acts.includes('changePlan')
  const off = heldWhile(isBusy)
  const press = (act: RehearsalAct, way: 'card' | 'debit' = 'card') =>
    void (isBusy || order(rehearsals.act({ act, planId, way })))
  return (
    <>
      {hasPlan ? (
        <NativeSelect
          label={t('chosenPlan')}
          maw={360}
          value={planId === null ? '' : String(planId)}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={others.map(({ id, name, tier, costCents, currency }) => ({
            value: String(id),
            label: `${tier}: ${name}, ${formatMoney(costCents, locale, currency)}`,
          }))}
        />
      ) : null}
      <Group gap="xs" mt="sm" role="group" aria-label={t('actsHeading')}>
        {acts.map((act) => (
          <Button key={act} variant={act === 'join' ? 'filled' : 'default'} {...off} onClick={() => press(act)}>
            {t(`act_${act}`)}
          </Button>
        ))}
        {acts.includes('join') && hasDebit ? (
          <Button variant="default" {...off} onClick={() => press('join', 'debit')}>
            {t('joinByDebit')}
          </Button>
        ) : null}
      </Group>
    </>
  )
}

export const MemberCard = (props: Props) => (
  <Card component="section" aria-labelledby="rehearsal-member">
    <Title order={2} id="rehearsal-member">
      {props.standing.memberName}
    </Title>
    <Facts standing={props.standing} locale={props.locale} />
    <ActButtons {...props} />
  </Card>
)
