import { NumberInput, Text, TextInput } from '@mantine/core'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import type { StaffConcession } from '@spacekeeper/contract/billing/staff-shapes.ts'
import { TypedFutureDay } from '@spacekeeper/contract/days.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { plan } from '../api.ts'

type Props = { concession: StaffConcession; onClose: () => void }

const TypedApproval = billingApi.approveConcession.body.extend({ endsOn: TypedFutureDay })

/** Says how much less a member pays, and until when. */
export const ApproveDialog = ({ concession, onClose }: Props) => {
  const { t } = useTranslation('billing')
  const { id: concessionId, memberName: name } = concession
  return (
    <FormDialog
      title={t('concessionApproveTitle', { name })}
      action={t('concessionApprove')}
      initial={{ percent: concession.percent, endsOn: '', note: '' }}
      schema={TypedApproval}
      submit={async (approval) => {
        await plan.approveConcession({ concessionId, ...approval })
        notify.done({ text: t('concessionApproved', { name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('concessionApproveText', { name })}</Text>
          <NumberInput
            {...field('percent')}
            label={t('concessionPercent')}
            min={1}
            max={100}
            clampBehavior="none"
            data-autofocus
          />
          <TextInput {...field('endsOn')} type="date" label={t('concessionEndsOn')} />
          <TextInput {...field('note')} label={t('concessionMessage', { name })} autoComplete="off" />
        </>
      )}
    </FormDialog>
  )
}

/** Refuses a request, or ends what was approved, with a reason. */
export const DeclineConcessionDialog = ({ concession, onClose }: Props) => {
  const { t } = useTranslation('billing')
  const { id: concessionId, memberName: name, state } = concession
  const isAsked = state === 'asked'
  return (
    <FormDialog
      title={t(isAsked ? 'concessionDeclineTitle' : 'concessionEndTitle', { name })}
      action={t(isAsked ? 'concessionDecline' : 'concessionEnd')}
      isDangerous
      initial={{ reason: '' }}
      schema={billingApi.declineConcession.body}
      submit={async ({ reason }) => {
        await plan.declineConcession({ concessionId, reason })
        notify.done({ text: t('concessionRefused', { name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <TextInput {...field('reason')} label={t('concessionWhy', { name })} autoComplete="off" data-autofocus />
      )}
    </FormDialog>
  )
}
