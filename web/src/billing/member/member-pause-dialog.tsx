import { Group, Text, TextInput } from '@mantine/core'
import { staffPlansApi } from '@spacekeeper/contract/billing/staff-routes.ts'
import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { memberPauseQuery, staffPlans } from './plan-api.ts'

type Props = { memberId: number; name: string; today: string; onClose: () => void }

/** Pauses the plan of a member, after it was said what happens to the days they paid for. */
export const MemberPauseDialog = ({ memberId, name, today, onClose }: Props) => {
  const { t } = useTranslation('billing')
  return (
    <FormDialog
      title={t('staffPauseTitle', { name })}
      action={t('staffPause')}
      initial={{ from: today, to: '', reason: '' }}
      schema={staffPlansApi.pauseMemberPlan.body}
      submit={async (days) => {
        await staffPlans.pauseMemberPlan({ memberId, ...days })
        notify.done({ text: t('staffPaused', { name, day: formatCalendarDay(days.from) }) })
      }}
      onClose={onClose}
    >
      {({ field, values: { from, to } }) => (
        <>
          <Group grow align="flex-start" gap="sm">
            <TextInput {...field('from')} type="date" label={t('staffFrom')} />
            <TextInput {...field('to')} type="date" label={t('staffTo')} data-autofocus />
          </Group>
          <TextInput {...field('reason')} label={t('staffReason')} autoComplete="off" />
          {from !== '' && to > from ? <PauseEffectCard memberId={memberId} from={from} to={to} /> : null}
        </>
      )}
    </FormDialog>
  )
}

const PauseEffectCard = (pause: { memberId: number; from: string; to: string }) => {
  const { t } = useTranslation('billing')
  const { data } = useQuery(memberPauseQuery(pause))
  if (!data) return null
  return (
    <Text size="sm" role="status">
      {t('staffPauseEffect', { count: data.paidDaysKept, day: formatCalendarDay(data.paidThroughAfter) })}
    </Text>
  )
}
