import { Checkbox, Group, NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import { currencies, type SiteLocale } from '@spacekeeper/contract/currencies.ts'
import type { PlanOverview } from '@spacekeeper/contract/plans/shapes.ts'
import { collectors, collectorWords, planCurrencies, planIntervals } from '@spacekeeper/contract/plans/words.ts'
import type { ApiForm } from '#platform/form/api-form.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addPlan, updatePlan } from './api.ts'
import { TypedPlan, type TypedPlanValues, typedPlanOf } from './typed-plan.ts'

type Props = { tierId: number; plan: PlanOverview | null; onClose: () => void }

const currencyOf = (locale: string): string => currencies[locale as SiteLocale] ?? 'AUD' // a locale that is no key has no currency

/** Adds a plan to a tier, or changes one. Members who have it keep the price they agreed to. */
export const PlanDialog = ({ tierId, plan, onClose }: Props) => {
  const { t } = useTranslation('plans')
  const {
    features,
    general: { siteLocaleCurrency },
  } = useSite()
  const hasMembers = plan !== null && plan.members > 0
  return (
    <FormDialog
      title={plan ? t('changePlan') : t('addPlan')}
      action={plan ? t('save') : t('addPlan')}
      initial={typedPlanOf(plan, currencyOf(siteLocaleCurrency))}
      schema={TypedPlan}
      submit={async (typed) => {
        if (plan) await updatePlan({ planId: plan.id, ...typed })
        else await addPlan({ memberTier: tierId, ...typed })
        notify.done({ text: t(plan ? 'saved' : 'added', { name: typed.name }) })
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            {...form.field('name')}
            label={t('name')}
            placeholder={t('nameHint')}
            autoComplete="off"
            data-autofocus
          />
          <TextInput
            label={t('stripeId')}
            description={t('stripeIdHint')}
            value={plan?.stripeId ?? ''}
            readOnly
            disabled={!plan?.stripeId}
          />
          <PriceFields form={form} isFixed={hasMembers} />
          {hasMembers ? (
            <Text size="sm" c="dimmed">
              {t('repriceNote', { count: plan.members, formatted: formatNumber(plan.members) })} {t('intervalFixed')}
            </Text>
          ) : null}
          <Group grow align="flex-start" gap="sm">
            <TextInput
              {...form.field('joiningFeeCents')}
              label={t('joiningFee')}
              description={t('joiningFeeHint')}
              inputMode="decimal"
              autoComplete="off"
            />
            <TextInput
              {...form.field('maxPeople')}
              label={t('maxPeople')}
              description={t('maxPeopleHint')}
              inputMode="numeric"
              autoComplete="off"
            />
          </Group>
          <WaysField form={form} />
          <Switch {...form.field('visible', 'checkbox')} label={t('visible')} description={t('visibleHint')} />
          {features.enablePlanAdvisor ? (
            <Switch {...form.field('isAdvised', 'checkbox')} label={t('advised')} description={t('advisedHint')} />
          ) : null}
        </>
      )}
    </FormDialog>
  )
}

type PlanFieldsProps = { form: ApiForm<TypedPlanValues> }

const PriceFields = ({ form: { field }, isFixed }: PlanFieldsProps & { isFixed: boolean }) => {
  const { t } = useTranslation('plans')
  return (
    <>
      <Group grow align="flex-start" gap="sm">
        <TextInput
          {...field('costCents')}
          label={t('cost')}
          description={t('costHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          inputMode="decimal"
          autoComplete="off"
        />
        <NativeSelect {...field('currency')} label={t('currency')} data={[...planCurrencies]} disabled={isFixed} />
      </Group>
      <Group grow align="flex-start" gap="sm">
        <TextInput
          {...field('intervalCount')}
          label={t('intervalCount')}
          inputMode="numeric"
          autoComplete="off"
          disabled={isFixed}
        />
        <NativeSelect
          {...field('interval')}
          label={t('interval')}
          data={planIntervals.map((value) => ({ value, label: t(value) }))}
          disabled={isFixed}
        />
      </Group>
    </>
  )
}

const ways = collectors.filter((way) => way !== 'free')

const WaysField = ({ form: { field, values, set } }: PlanFieldsProps) => {
  const { t } = useTranslation('plans')
  const { features } = useSite()
  const { error } = field('collectors')
  const works = { balance: features.enableMemberBucks, stripe: features.enableStripe } as const
  // What a plan has stays to be seen, also while it is turned off.
  const offered = ways.filter(
    (way) => (way !== 'balance' && way !== 'stripe') || works[way] || values.collectors.includes(way),
  )
  return (
    <Checkbox.Group
      label={t('collectors')}
      description={t('collectorsFree')}
      error={error}
      value={values.collectors}
      onChange={(chosen) =>
        set(
          'collectors',
          collectors.filter((way) => chosen.includes(way)),
        )
      }
    >
      <Group gap="sm" mt="xs">
        {offered.map((way) => (
          <Checkbox key={way} value={way} label={collectorWords[way]} aria-invalid={Boolean(error)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
