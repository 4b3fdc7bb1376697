import { Text, Textarea } from '@mantine/core'
import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import type { Application } from '@spacekeeper/contract/signup/shapes.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { acceptApplication, askApplicant, declineApplication } from './api.ts'

type Props = { application: Application; onClose: () => void }

export const AcceptDialog = ({ application, onClose }: Props) => {
  const { t } = useTranslation('signup')
  const { id: applicationId, name, openCents } = application
  return (
    <ConfirmDialog
      title={t('acceptTitle', { name })}
      text={t(openCents > 0 ? 'acceptLater' : 'acceptNow', { name })}
      action={t('accept')}
      run={async () => {
        await acceptApplication({ applicationId })
        notify.done({ text: t('accepted', { name }) })
      }}
      onClose={onClose}
    />
  )
}

export const AskDialog = ({ application, onClose }: Props) => {
  const { t } = useTranslation('signup')
  const { id: applicationId, name } = application
  return (
    <FormDialog
      title={t('askTitle', { name })}
      action={t('sendQuestion')}
      initial={{ question: application.question ?? '' }}
      schema={signupApi.askApplicant.body}
      submit={async (typed) => {
        await askApplicant({ applicationId, ...typed })
        notify.done({ text: t('questionSent', { name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <Textarea
          {...field('question')}
          label={t('question')}
          description={t('questionHint')}
          rows={4}
          maxLength={1000}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}

export const DeclineApplicationDialog = ({ application, onClose }: Props) => {
  const { t } = useTranslation('signup')
  const money = useMoney()
  const { id: applicationId, name, paidCents, currency } = application
  return (
    <FormDialog
      title={t('declineTitle', { name })}
      action={t('decline')}
      isDangerous
      initial={{ reason: '' }}
      schema={signupApi.declineApplication.body}
      submit={async (typed) => {
        await declineApplication({ applicationId, ...typed })
        notify.done({ text: t('declined', { name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">
            {paidCents > 0 ? t('declineCredit', { amount: money(paidCents, currency) }) : t('declineText')}
          </Text>
          <Textarea
            {...field('reason')}
            label={t('reason')}
            description={t('reasonHint', { name })}
            rows={3}
            maxLength={1000}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}
