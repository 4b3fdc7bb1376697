import { Stack, Text, TextInput } from '@mantine/core'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import type { MySubscription, PauseEffect } from '@spacekeeper/contract/billing/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { pausePreviewQuery, plan } from './api.ts'
import { addDays, daysFrom, lastDayBefore } from './plan-state.ts'

/** What the pause does, in days. */
const Effect = ({ effect, currency }: { effect: PauseEffect; currency: string }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { days, paidDaysKept: count, paidThroughBefore, paidThroughAfter, creditCents } = effect
  const length = daysFrom(days.from, days.to)
  return (
    <Stack gap={4}>
      <Text size="sm">{t('pauseDays', { count: length, formatted: length })}</Text>
      <Text size="sm">
        {creditCents === undefined
          ? t('pauseKept', {
              count,
              formatted: count,
              before: formatCalendarDay(lastDayBefore(paidThroughBefore)),
              after: formatCalendarDay(lastDayBefore(paidThroughAfter)),
            })
          : t('pauseCredit', { amount: money(creditCents, currency) })}
      </Text>
    </Stack>
  )
}

/** The same days as they are typed; why not, where the space does not allow them. */
const EffectOf = ({ from, to, currency }: { from: string; to: string; currency: string }) => {
  const { t } = useTranslation('billing')
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
  const preview = useQuery({ ...pausePreviewQuery({ from, to }), enabled: isDay(from) && isDay(to) })
  const reason = preview.error ? (Object.values(fieldErrors(preview.error))[0] ?? errorText(preview.error)) : null
  return (
    <div role="status">
      {preview.data ? <Effect effect={preview.data} currency={currency} /> : null}
      {reason === null || preview.data ? null : <Text size="sm">{reason}</Text>}
      {preview.isLoading ? (
        <Text size="sm" c="dimmed">
          {t('working')}
        </Text>
      ) : null}
    </div>
  )
}

type Props = { subscription: MySubscription; today: string; onClose: () => void }

/** Pauses the plan; what becomes of days that are paid stands there in numbers before it is agreed to. */
export const PauseDialog = ({ subscription, today, onClose }: Props) => {
  const { t } = useTranslation('billing')
  const { leastDays: least, mostDays: most, noticeDays: notice, perYear } = subscription.pauseLimits
  const from = addDays(today, Math.max(1, notice))
  return (
    <FormDialog
      title={t('pauseTitle')}
      action={t('pauseConfirm')}
      initial={{ from, to: addDays(from, Math.max(least, Math.min(most, 28))), reason: '' }}
      schema={billingApi.pause.body}
      submit={async (days) => {
        await plan.pause(days)
        notify.done({
          text: t('pausedDone', { from: formatCalendarDay(days.from), to: formatCalendarDay(lastDayBefore(days.to)) }),
        })
      }}
      onClose={onClose}
    >
      {({ field, values }) => (
        <>
          <Text size="sm">
            {t('pauseLength', { count: most, least })} {t('pauseTimes', { count: perYear })}{' '}
            {notice > 0 ? t('pauseNotice', { count: notice }) : null}
          </Text>
          <TextInput {...field('from')} type="date" label={t('pauseFrom')} data-autofocus />
          <TextInput {...field('to')} type="date" label={t('pauseTo')} />
          <TextInput {...field('reason')} label={t('pauseReason')} autoComplete="off" />
          <EffectOf from={values.from} to={values.to} currency={subscription.currency} />
        </>
      )}
    </FormDialog>
  )
}
