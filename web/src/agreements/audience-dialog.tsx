import { agreementsApi } from '@spacekeeper/contract/agreements/routes.ts'
import type { AgreementList, AgreementSummary } from '@spacekeeper/contract/agreements/shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { update } from './api.ts'
import { AudienceForm } from './audience-form.tsx'

type Props = { agreement: AgreementSummary; plans: AgreementList['plans']; onClose: () => void }

/** Changes who signs an agreement. */
export const AudienceDialog = ({ agreement, plans, onClose }: Props) => {
  const { t } = useTranslation('agreements')
  const { id: agreementId, requiredOf, planIds } = agreement
  return (
    <FormDialog
      title={t('changeAudience')}
      action={t('save')}
      initial={{ requiredOf, planIds: planIds.map(String) }}
      schema={agreementsApi.update.body}
      submit={async (typed) => {
        await update({ agreementId, ...typed })
        notify.done({ text: t('audienceSaved') })
      }}
      onClose={onClose}
    >
      {({ field, values }) => <AudienceForm field={field} requiredOf={values.requiredOf} plans={plans} />}
    </FormDialog>
  )
}
