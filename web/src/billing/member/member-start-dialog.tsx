import { NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import { StaffStart } from '@spacekeeper/contract/billing/staff-shapes.ts'
import { collectors, collectorWords } from '@spacekeeper/contract/billing/words.ts'
import { TypedAnyDay } from '@spacekeeper/contract/days.ts'
import type { PlanOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { parseAmount } from '#platform/form/amounts.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { typedNumber } from '#platform/form/typed-number.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { plansOverviewQuery } from '../../plans/api.ts'
import { usePrice } from '../../plans/plan-price.ts'
import { staffPlans } from './plan-api.ts'

/** Plans in groups by their tier, as selects offer them. */
export const usePlanOptions = (plans: readonly (PlanOverview & { tier: string })[]) => {
  const price = usePrice()
  const tiers = [...new Set(plans.map(({ tier }) => tier))]
  return tiers.map((tier) => ({
    group: tier,
    items: plans
      .filter((plan) => plan.tier === tier)
      .map((plan) => ({ value: String(plan.id), label: `${plan.name}: ${price(plan)}` })),
  }))
}

/** The plans staff can put members on, also those that members do not see. */
export const usePlansOnOffer = () => {
  const query = useQuery(plansOverviewQuery)
  const plans = (query.data?.tiers ?? []).flatMap((tier) =>
    tier.archivedAt === null
      ? tier.plans
          .filter(({ archivedAt }) => archivedAt === null)
          .map((plan) => Object.assign({ tier: tier.name }, plan))
      : [],
  )
  return { query, plans }
}

const { shape } = StaffStart

/** What is typed: an empty price is that of the plan, an empty day is today. */
const TypedStart = z.object({
  planId: z.string().transform(Number),
  collector: shape.collector,
  costCents: typedNumber(shape.costCents, {
    read: parseAmount,
    words: () => describeKey('billing:staffAmountWrong'),
    empty: undefined,
  }),
  couponCode: shape.couponCode,
  startsOn: TypedAnyDay,
  paysBeforeAccess: shape.paysBeforeAccess,
})

type Props = { memberId: number; name: string; onClose: () => void }

/** Puts a member on a plan. */
export const MemberStartDialog = ({ memberId, name, onClose }: Props) => {
  const { t } = useTranslation('billing')
  const { query, plans } = usePlansOnOffer()
  return (
    <BasicDialog title={t('staffStartTitle', { name })} onClose={onClose}>
      <Page query={query} isEmpty={() => plans.length === 0} empty={<Text>{t('staffNoPlans')}</Text>}>
        {() => <StartForm plans={plans} memberId={memberId} name={name} onClose={onClose} />}
      </Page>
    </BasicDialog>
  )
}

type StartFormProps = Props & { plans: ReturnType<typeof usePlansOnOffer>['plans'] }

const StartForm = ({ plans, memberId, name, onClose }: StartFormProps) => {
  const { t } = useTranslation('billing')
  const options = usePlanOptions(plans)
  const waysOf = (planId: string) => {
    const chosen = plans.find(({ id }) => String(id) === planId)
    return collectors.filter((way) => chosen?.collectors.includes(way))
  }
  const first = String(plans[0]?.id ?? '')
  return (
    <DialogForm
      action={t('staffStart')}
      initial={{
        planId: first,
        collector: waysOf(first)[0] ?? 'cash',
        costCents: '',
        couponCode: '',
        startsOn: '',
        paysBeforeAccess: false,
      }}
      schema={TypedStart}
      submit={async ({ costCents, startsOn, ...start }) => {
        await staffPlans.startMemberPlan({
          memberId,
          ...start,
          ...(costCents !== undefined && { costCents }),
          ...(startsOn !== null && { startsOn }),
        })
        const plan = plans.find(({ id }) => id === start.planId)?.name ?? ''
        notify.done({ text: t('staffStarted', { name, plan }) })
      }}
      onClose={onClose}
    >
      {({ field, values, set }) => (
        <>
          <NativeSelect
            label={t('staffPlan')}
            data={options}
            value={values.planId}
            onChange={(event) => {
              const planId = event.currentTarget.value
              set('planId', planId)
              const ways = waysOf(planId)
              if (!ways.includes(values.collector)) set('collector', ways[0] ?? values.collector)
            }}
            data-autofocus
          />
          <NativeSelect
            {...field('collector')}
            label={t('staffCollector')}
            data={waysOf(values.planId).map((value) => ({ value, label: collectorWords[value] }))}
          />
          <TextInput
            {...field('costCents')}
            label={t('staffPrice')}
            description={t('staffPriceHint')}
            inputMode="decimal"
            autoComplete="off"
          />
          <TextInput {...field('couponCode')} label={t('staffCoupon')} autoComplete="off" />
          <TextInput
            {...field('startsOn')}
            type="date"
            label={t('staffStartsOn')}
            description={t('staffStartsOnHint')}
          />
          <Switch
            {...field('paysBeforeAccess', 'checkbox')}
            label={t('staffPaysBefore')}
            description={t('staffPaysBeforeHint')}
          />
        </>
      )}
    </DialogForm>
  )
}
