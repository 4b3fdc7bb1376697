import { Button, Card, Group, Menu, Stack, Text, Title } from '@mantine/core'
import type { MyPlan, MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { collectorWords, subscriptionStandingWords } from '@spacekeeper/contract/billing/words.ts'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import { usePrice } from '../../plans/plan-price.ts'
import { MoreTimeDialog } from '../desk/more-time-dialog.tsx'
import { PaymentDialog } from '../desk/payment-dialog.tsx'
import { MemberChangeDialog } from './member-change-dialog.tsx'
import { MemberPauseDialog } from './member-pause-dialog.tsx'
import {
  MemberCollectorDialog,
  MemberConcessionDialog,
  EndPlanDialog,
  PlanActDialog,
  UseCouponDialog,
} from './member-plan-dialog.tsx'
import classes from './plan.module.css'

const tones = {
  incomplete: 'waiting',
  active: 'fine',
  pastDue: 'warning',
  paused: 'offline',
  cancelling: 'waiting',
  ended: 'none',
} as const satisfies Record<MySubscription['state'], string>

type Act =
  | 'change'
  | 'pause'
  | 'endPause'
  | 'cancel'
  | 'resume'
  | 'end'
  | 'collector'
  | 'coupon'
  | 'concession'
  | 'moreTime'
  | 'book'

type Props = {
  memberId: number
  name: string
  plan: MyPlan
  subscription: MySubscription
  /** Staff leave their own plan to others, unless they are administrators. */
  mayChange: boolean
}

/** The plan of a member, with everything that staff do with it. */
export const MemberPlanCard = ({ memberId, name, plan, subscription, mayChange }: Props) => {
  const [act, setAct] = useState<Act | null>(null)
  return (
    <Card component="section" aria-labelledby="member-plan">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} id="member-plan" style={{ overflowWrap: 'anywhere' }}>
            {subscription.plan.name}
          </Title>
          <Status kind={tones[subscription.state]}>{subscriptionStandingWords[subscription.state]}</Status>
        </Group>
        <PlanFacts plan={plan} subscription={subscription} />
        {mayChange ? <Acts plan={plan} subscription={subscription} onAct={setAct} /> : null}
      </Stack>
      <OpenDialog act={act} {...{ memberId, name, plan, subscription }} onClose={() => setAct(null)} />
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

type PlanFactsProps = { plan: MyPlan; subscription: MySubscription }

const PlanFacts = ({ plan, subscription: of }: PlanFactsProps) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const price = usePrice()
  const day = formatCalendarDay
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('staffSince', { price: price(of), day: day(of.startedOn) })}
      </Text>
      <dl className={classes.facts}>
        <Fact label={t('staffPaidThrough')}>
          {of.paidThrough > of.startedOn ? day(of.paidThrough) : t('staffNotPaid')}
        </Fact>
        <Fact label={t('staffAccess')}>
          {of.hasAccess
            ? t('staffAccessUntil', { day: day(of.accessUntil) })
            : of.givenBackUntil === null
              ? t('staffNoAccess')
              : t('staffGivenBackUntil', { day: day(of.givenBackUntil) })}
        </Fact>
        <Fact label={t('staffNext')}>
          {of.next
            ? t('staffNextOn', { amount: money(of.next.amountCents, of.currency), day: day(of.next.on) })
            : t('staffNothing')}
        </Fact>
        <Fact label={t('staffPays')}>{collectorWords[of.collector]}</Fact>
        {plan.creditCents === 0 ? null : <Fact label={t('staffCredit')}>{money(plan.creditCents, plan.currency)}</Fact>}
        {of.discounts.map(({ kind, words, percent, amountCents }) => (
          <Fact key={kind} label={t('staffDiscount')}>
            {percent === null ? money(amountCents ?? 0, of.currency) : `${percent}%`}, {words}
          </Fact>
        ))}
        {plan.household ? (
          <Fact label={t('staffHousehold')}>
            {plan.household.people.map(({ name }) => name).join(', ') || t('staffNothing')}
          </Fact>
        ) : null}
      </dl>
      <Remarks subscription={of} />
    </>
  )
}

/** What is agreed for later. */
const Remarks = ({ subscription: of }: { subscription: MySubscription }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const day = formatCalendarDay
  const lines = [
    of.cancelOn === null ? null : t('staffCancelOn', { day: day(of.cancelOn) }),
    of.moreTimeUntil === null ? null : t('staffMoreTime', { day: day(of.moreTimeUntil) }),
    of.nextPlan &&
      t('staffNextPlan', {
        day: day(of.nextPlan.startsOn),
        plan: of.nextPlan.name,
        amount: money(of.nextPlan.costCents, of.currency),
      }),
    ...of.breaks
      .filter(({ kind }) => kind === 'pause')
      .map(({ days }) => t('staffPauseOf', { from: day(days.from), to: day(days.to) })),
  ].filter((line) => line !== null)
  return lines.map((line) => (
    <Status key={line} kind="info">
      {line}
    </Status>
  ))
}

/** The acts that make sense now; the usual ones are buttons, the others stand in a menu. */
const Acts = ({ plan, subscription, onAct }: PlanFactsProps & { onAct: (act: Act) => void }) => {
  const { t } = useTranslation('billing')
  const { state, breaks } = subscription
  const isActive = state === 'active'
  const hasPause = breaks.some(({ kind, days }) => kind === 'pause' && plan.today < days.to)
  const others: [Act, string][] = [
    ...(hasPause ? [['endPause', t('staffEndPause')] satisfies [Act, string]] : []),
    ...(isActive ? [['pause', t('staffPause')] satisfies [Act, string]] : []),
    ['collector', t('staffCollector')],
    ['coupon', t('staffUseCoupon')],
    ['concession', t('staffConcession')],
    ['moreTime', t('deskMoreTime')],
    ...(state === 'cancelling' ? [] : [['cancel', t('staffCancel')] satisfies [Act, string]]),
    ['end', t('staffEnd')],
  ]
  return (
    <Group gap="sm">
      <Button onClick={() => onAct('book')}>{t('staffBook')}</Button>
      {isActive ? (
        <Button variant="default" onClick={() => onAct('change')}>
          {t('staffChange')}
        </Button>
      ) : null}
      {state === 'cancelling' ? (
        <Button variant="default" onClick={() => onAct('resume')}>
          {t('staffResume')}
        </Button>
      ) : null}
      <Menu position="bottom-end" width={220} shadow="md" radius="lg" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots size={16} aria-hidden />}>
            {t('staffMore')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map(([act, words]) => (
            <Menu.Item key={act} onClick={() => onAct(act)}>
              {words}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

type DialogProps = Omit<Props, 'mayChange'> & { act: Act | null; onClose: () => void }

const OpenDialog = ({ act, memberId, name, plan, subscription, onClose }: DialogProps) => {
  const about = { memberId, name, onClose }
  switch (act) {
    case 'change':
      return <MemberChangeDialog {...about} subscription={subscription} />
    case 'pause':
      return <MemberPauseDialog {...about} today={plan.today} />
    case 'cancel':
    case 'resume':
    case 'endPause':
      return <PlanActDialog {...about} act={act} />
    case 'end':
      return <EndPlanDialog {...about} />
    case 'collector':
      return <MemberCollectorDialog {...about} subscription={subscription} />
    case 'coupon':
      return <UseCouponDialog {...about} />
    case 'concession':
      return <MemberConcessionDialog {...about} />
    case 'moreTime':
      return <MoreTimeDialog memberId={memberId} memberName={name} onClose={onClose} />
    case 'book':
      return <PaymentDialog memberId={memberId} onClose={onClose} />
    case null:
      return null
  }
}
