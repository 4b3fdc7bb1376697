import { NativeSelect, Switch, Text, TextInput } from '@mantine/core'
import type { MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import { staffPlansApi } from '@spacekeeper/contract/billing/staff-routes.ts'
import { collectorWords } from '@spacekeeper/contract/billing/words.ts'
import { TypedFutureDay } from '@spacekeeper/contract/days.ts'
import { z } from 'zod'
import { parseCount } from '#platform/form/amounts.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { typedNumber } from '#platform/form/typed-number.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { staffPlans } from './plan-api.ts'

type Props = { memberId: number; name: string; onClose: () => void }

/** Cancels a plan for the end of its period, takes that back, or ends a pause: what needs no more than a yes. */
export const PlanActDialog = ({ act, memberId, name, onClose }: Props & { act: 'cancel' | 'resume' | 'endPause' }) => {
  const { t } = useTranslation('billing')
  const runs = {
    cancel: async () => {
      const { endsOn } = await staffPlans.cancelMemberPlan({ memberId })
      return t('staffCancelled', { name, day: formatCalendarDay(endsOn) })
    },
    resume: async () => {
      await staffPlans.resumeMemberPlan({ memberId })
      return t('staffResumed', { name })
    },
    endPause: async () => {
      await staffPlans.endMemberPause({ memberId })
      return t('staffPauseEnded', { name })
    },
  }
  const words = {
    cancel: { title: 'staffCancelTitle', text: 'staffCancelText', action: 'staffCancel' },
    resume: { title: 'staffResumeTitle', text: 'staffResumeText', action: 'staffResume' },
    endPause: { title: 'staffEndPauseTitle', text: 'staffEndPauseText', action: 'staffEndPause' },
  } as const
  return (
    <ConfirmDialog
      title={t(words[act].title, { name })}
      text={t(words[act].text, { name })}
      action={t(words[act].action)}
      isDangerous={act === 'cancel'}
      run={async () => {
        notify.done({ text: await runs[act]() })
      }}
      onClose={onClose}
    />
  )
}

/** Ends a plan today. */
export const EndPlanDialog = ({ memberId, name, onClose }: Props) => {
  const { t } = useTranslation('billing')
  return (
    <FormDialog
      title={t('staffEndTitle', { name })}
      action={t('staffEnd')}
      isDangerous
      initial={{ reason: '', keepsDebt: true }}
      schema={staffPlansApi.endMemberPlan.body}
      submit={async (end) => {
        await staffPlans.endMemberPlan({ memberId, ...end })
        notify.done({ text: t('staffEnded', { name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('staffEndText', { name })}</Text>
          <TextInput {...field('reason')} label={t('staffReason')} autoComplete="off" data-autofocus />
          <Switch
            {...field('keepsDebt', 'checkbox')}
            label={t('staffKeepsDebt')}
            description={t('staffKeepsDebtHint')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Changes how a member pays. */
export const MemberCollectorDialog = ({
  memberId,
  name,
  subscription,
  onClose,
}: Props & { subscription: MySubscription }) => {
  const { t } = useTranslation('billing')
  return (
    <FormDialog
      title={t('staffCollectorTitle', { name })}
      action={t('staffSave')}
      initial={{ collector: subscription.collector }}
      schema={staffPlansApi.setMemberCollector.body}
      submit={async ({ collector }) => {
        await staffPlans.setMemberCollector({ memberId, collector })
        notify.done({ text: t('staffCollectorSaved', { name, way: collectorWords[collector] }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <NativeSelect
          {...field('collector')}
          label={t('staffCollector')}
          data={subscription.plan.collectors.map((value) => ({ value, label: collectorWords[value] }))}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}

/** Makes the next periods cheaper by a code. */
export const UseCouponDialog = ({ memberId, name, onClose }: Props) => {
  const { t } = useTranslation('billing')
  return (
    <FormDialog
      title={t('staffCouponTitle', { name })}
      action={t('staffUseCoupon')}
      initial={{ couponCode: '' }}
      schema={staffPlansApi.useMemberCoupon.body}
      submit={async ({ couponCode }) => {
        await staffPlans.useMemberCoupon({ memberId, couponCode })
        notify.done({ text: t('staffCouponUsed', { name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => <TextInput {...field('couponCode')} label={t('staffCoupon')} autoComplete="off" data-autofocus />}
    </FormDialog>
  )
}

/** A concession as it is typed. */
const TypedConcession = z.object({
  reason: staffPlansApi.giveConcession.body.shape.reason,
  percent: typedNumber(staffPlansApi.giveConcession.body.shape.percent, {
    read: parseCount,
    words: () => describeKey('billing:staffPercentWrong'),
  }),
  endsOn: TypedFutureDay,
})

/** Gives a member a lower price for a reason. */
export const MemberConcessionDialog = ({ memberId, name, onClose }: Props) => {
  const { t } = useTranslation('billing')
  return (
    <FormDialog
      title={t('staffConcessionTitle', { name })}
      action={t('staffConcession')}
      initial={{ reason: '', percent: '', endsOn: '' }}
      schema={TypedConcession}
      submit={async (concession) => {
        await staffPlans.giveConcession({ memberId, ...concession })
        notify.done({ text: t('staffConcessionGiven', { name, percent: concession.percent }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextInput {...field('reason')} label={t('staffConcessionReason')} autoComplete="off" data-autofocus />
          <TextInput {...field('percent')} label={t('staffPercent')} inputMode="numeric" autoComplete="off" />
          <TextInput
            {...field('endsOn')}
            type="date"
            label={t('staffConcessionEnds')}
            description={t('staffConcessionEndsHint')}
          />
        </>
      )}
    </FormDialog>
  )
}
