import { Button, Group, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import type { ChangePreview, PlanOffer } from '@spacekeeper/contract/billing/shapes.ts'
import { Id } from '@spacekeeper/contract/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { DialogButtons } from '#platform/form/form-dialog.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { usePrice } from '../plans/plan-price.ts'
import { changePreviewQuery, myOffersQuery, plan as planCalls, type PlanRequest } from './api.ts'
import { lastDayBefore } from './plan-state.ts'
import classes from './my-plan.module.css'

const OfferRow = ({ offer }: { offer: PlanOffer }) => {
  const { t } = useTranslation('billing')
  const price = usePrice()
  const { costCents: cost, currency, interval, intervalCount } = offer
  const people = offer.maxPeople > 1 ? [t('people', { count: offer.maxPeople, formatted: offer.maxPeople })] : []
  return (
    <Radio
      value={String(offer.id)}
      label={`${offer.tier}: ${offer.name}`}
      description={[price({ costCents: cost, currency, interval, intervalCount }), ...people].join(', ')}
    />
  )
}

/** What a change costs to the cent, as facts. */
const PreviewFacts = ({ preview }: { preview: ChangePreview }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { when, currency, startsOn, givenBackCents, firstChargeCents, dueNowCents, creditCents } = preview
  const { periodGoesOn, differenceCents } = preview
  const lastDay = formatCalendarDay(lastDayBefore(preview.firstPeriodEnds))
  const facts =
    when === 'now'
      ? [
          ...(periodGoesOn
            ? [
                [t('changeGoesOn'), lastDay],
                [t(differenceCents < 0 ? 'changeLess' : 'changeMore'), money(Math.abs(differenceCents), currency)],
              ]
            : [
                [t('changeGivenBack'), money(givenBackCents, currency)],
                [t('changeFirst', { day: lastDay }), money(firstChargeCents, currency)],
              ]),
          [t('changeDue'), money(dueNowCents, currency)],
          ...(creditCents > 0 ? [[t('changeCredit'), money(creditCents, currency)]] : []),
        ]
      : [
          [t('changeDue'), money(dueNowCents, currency)],
          [t('changeNext', { day: formatCalendarDay(startsOn) }), money(firstChargeCents, currency)],
        ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type WhenProps = { preview: ChangePreview; onChange: (when: ChangePreview['when']) => void }

/** When the change takes place, where there is a choice. */
const WhenChoice = ({ preview: { when, times }, onChange }: WhenProps) => {
  const { t } = useTranslation('billing')
  if (times.length === 1)
    return times[0] === 'next' ? (
      <Text size="sm" c="dimmed">
        {t('changeOnlyNext')}
      </Text>
    ) : null
  return (
    <SegmentedControl
      aria-label={t('when')}
      value={when}
      onChange={(value) => onChange(value === 'now' ? 'now' : 'next')}
      data={times.map((value) => ({ value, label: t(value === 'now' ? 'whenNow' : 'whenNext') }))}
    />
  )
}

type ChangeStepProps = { offer: PlanOffer; onClose: () => void }

/** The amounts, and the button that agrees to exactly these. */
const ChangeStep = ({ offer, onClose }: ChangeStepProps) => {
  const { t } = useTranslation('billing')
  const [wanted, setWanted] = useState<Pick<PlanRequest, 'when'>>({})
  const preview = useQuery({
    ...changePreviewQuery({ planId: offer.id, ...wanted }),
    // The choice stays where it was pressed while the amounts are worked out.
    placeholderData: keepPreviousData,
  })
  const change = useMutation({
    mutationFn: ({ when, givenBackCents, firstChargeCents, dueNowCents }: ChangePreview) =>
      planCalls.changePlan({ planId: offer.id, when, givenBackCents, firstChargeCents, dueNowCents }),
    onSuccess: ({ when, startsOn }) => {
      const day = formatCalendarDay(startsOn)
      notify.done({ text: t(when === 'now' ? 'changed' : 'changedNext', { plan: offer.name, day }) })
      return onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'amountsChanged') void preview.refetch()
    },
  })
  const shown = preview.data
  const tooMany = shown?.tooManyPeople ?? 0
  return (
    <Stack gap="md">
      {shown ? <WhenChoice preview={{ ...shown, ...wanted }} onChange={(when) => setWanted({ when })} /> : null}
      <div role="status">
        {shown && !preview.isPlaceholderData ? (
          <PreviewFacts preview={shown} />
        ) : preview.error ? null : (
          <Text size="sm" c="dimmed">
            {t('working')}
          </Text>
        )}
      </div>
      {preview.error ? <FormError>{errorText(preview.error)}</FormError> : null}
      {tooMany > 0 ? <FormError>{t('changeTooMany', { count: tooMany })}</FormError> : null}
      {change.error ? <FormError>{errorText(change.error)}</FormError> : null}
      <DialogButtons
        action={t('changeConfirm', { plan: offer.name })}
        isReady={shown !== undefined && tooMany === 0 && !preview.isFetching}
        isBusy={change.isPending}
        onClick={() => shown && !change.isPending && change.mutate(shown)}
        onClose={onClose}
      />
    </Stack>
  )
}

/** Chooses another plan; what it costs and gives back stands there before it is agreed to. */
export const ChangePlanDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('billing')
  const [planId, setPlanId] = useState<string | null>(null)
  return (
    <BasicDialog title={t('changeTitle')} onClose={onClose} size="lg">
      <Page
        query={useQuery(myOffersQuery)}
        skeleton={<RowsSkeleton rows={3} />}
        isEmpty={({ plans }) => plans.length === 0}
        empty={<Empty title={t('noOffersTitle')} text={t('noOffersText')} />}
      >
        {({ plans }) => {
          const offer = plans.find(({ id }) => String(id) === planId)
          return (
            <Stack gap="md">
              <RequiredMarks mb={0} />
              <Radio.Group label={t('offers')} {...requiredBy(Id)} value={planId} onChange={setPlanId}>
                <div className={classes.offers}>
                  {plans.map((one) => (
                    <OfferRow key={one.id} offer={one} />
                  ))}
                </div>
              </Radio.Group>
              {offer ? (
                <ChangeStep key={offer.id} offer={offer} onClose={onClose} />
              ) : (
                <Group justify="flex-end">
                  <Button variant="default" onClick={onClose}>
                    {t('cancelDialog')}
                  </Button>
                </Group>
              )}
            </Stack>
          )
        }}
      </Page>
    </BasicDialog>
  )
}
