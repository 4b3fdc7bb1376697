import { NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { type ChangePreview, type MySubscription, planChangeTimes } from '@spacekeeper/contract/billing/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { DialogButtons } from '#platform/form/form-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { lastDayBefore } from '../plan-state.ts'
import { usePlanOptions, usePlansOnOffer } from './member-start-dialog.tsx'
import { memberChangeQuery, type StaffPlanRequest, staffPlans } from './plan-api.ts'

type Props = { memberId: number; name: string; subscription: MySubscription; onClose: () => void }

/** Changes the plan of a member, after the amounts were said. */
export const MemberChangeDialog = ({ memberId, name, subscription, onClose }: Props) => {
  const { t } = useTranslation('billing')
  const { query, plans: all } = usePlansOnOffer()
  const plans = all.filter(
    ({ id, currency, collectors, costCents }) =>
      currency === subscription.currency &&
      collectors.includes(subscription.collector) &&
      (id !== subscription.plan.id || costCents !== subscription.costCents),
  )
  const options = usePlanOptions(plans)
  const [chosen, setChosen] = useState<number | null>(null)
  const [when, setWhen] = useState<StaffPlanRequest['when']>('next')
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0]
  return (
    <BasicDialog title={t('staffChangeTitle', { name })} onClose={onClose}>
      <Page query={query} isEmpty={() => plans.length === 0} empty={<Text>{t('staffSameCurrency', { name })}</Text>}>
        {() => (
          <Stack gap="md">
            <NativeSelect
              label={t('staffPlan')}
              data={options}
              value={String(plan?.id ?? '')}
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
              data-autofocus
            />
            <SegmentedControl
              aria-label={t('staffWhen')}
              value={when}
              onChange={(value) => setWhen(planChangeTimes.find((one) => one === value) ?? 'next')}
              data={[
                { value: 'next', label: t('staffWhenNext') },
                { value: 'now', label: t('staffWhenNow') },
              ]}
            />
            {plan ? (
              <Confirmation
                key={`${plan.id} ${when}`}
                request={{ memberId, planId: plan.id, when }}
                name={name}
                plan={plan.name}
                onClose={onClose}
              />
            ) : null}
          </Stack>
        )}
      </Page>
    </BasicDialog>
  )
}

type ChangeConfirmationProps = { request: StaffPlanRequest; name: string; plan: string; onClose: () => void }

const Confirmation = ({ request, name, plan, onClose }: ChangeConfirmationProps) => {
  const { t } = useTranslation('billing')
  const query = useQuery(memberChangeQuery(request))
  const save = useMutation({
    mutationFn: ({ givenBackCents, firstChargeCents, dueNowCents }: ChangePreview) =>
      staffPlans.changeMemberPlan({ ...request, givenBackCents, firstChargeCents, dueNowCents }),
    onSuccess: ({ startsOn }) => {
      notify.done({ text: t('staffChanged', { name, plan, day: formatCalendarDay(startsOn) }) })
      onClose()
    },
    onError: (error) => {
      if (hasCode(error, 'amountsChanged')) void query.refetch()
    },
  })
  return (
    <Page query={query}>
      {(preview) => (
        <Stack gap="md">
          <Effect preview={preview} plan={plan} />
          <FormError>{save.error ? errorText(save.error) : null}</FormError>
          <DialogButtons
            action={t('staffChange')}
            isBusy={save.isPending}
            isReady={!query.isFetching && preview.tooManyPeople === 0}
            onClick={() => save.mutate(preview)}
            onClose={onClose}
          />
        </Stack>
      )}
    </Page>
  )
}

const Effect = ({ preview, plan }: { preview: ChangePreview; plan: string }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { currency, firstPeriodEnds, firstChargeCents, givenBackCents, dueNowCents, tooManyPeople } = preview
  const { periodGoesOn, differenceCents } = preview
  const day = formatCalendarDay(preview.startsOn)
  const difference = { amount: money(Math.abs(differenceCents), currency) }
  return (
    <Stack gap={4} role="status">
      {periodGoesOn ? (
        <>
          <Text size="sm">
            {t('staffChangeGoesOn', { plan, day, until: formatCalendarDay(lastDayBefore(firstPeriodEnds)) })}
          </Text>
          <Text size="sm">{t(differenceCents < 0 ? 'staffChangeLess' : 'staffChangeMore', difference)}</Text>
        </>
      ) : (
        <Text size="sm">
          {t('staffChangeEffect', {
            plan,
            day,
            until: formatCalendarDay(firstPeriodEnds),
            amount: money(firstChargeCents, currency),
          })}
        </Text>
      )}
      {!periodGoesOn && givenBackCents > 0 ? (
        <Text size="sm">{t('staffGivenBack', { amount: money(givenBackCents, currency) })}</Text>
      ) : null}
      {dueNowCents > 0 ? <Text size="sm">{t('staffDueNow', { amount: money(dueNowCents, currency) })}</Text> : null}
      {tooManyPeople > 0 ? <Text size="sm">{t('staffTooMany', { count: tooManyPeople })}</Text> : null}
    </Stack>
  )
}
