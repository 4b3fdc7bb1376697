import { Text, Textarea } from '@mantine/core'
import { trainingApi } from '@spacekeeper/contract/training/routes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { endAward } from './api.ts'

type Props = { awardId: number; certificate: string; name: string; onClose: () => void }

/** Ends a certificate of a member with a reason that they read. */
export const EndAwardDialog = ({ awardId, certificate, name, onClose }: Props) => {
  const { t } = useTranslation('training')
  return (
    <FormDialog
      title={t('endTitle', { certificate, name })}
      action={t('endAction')}
      isDangerous
      initial={{ reason: '' }}
      schema={trainingApi.endAward.body}
      submit={async ({ reason }) => {
        await endAward({ awardId, reason })
        notify.done({ text: t('ended', { certificate, name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('endText')}</Text>
          <Textarea {...field('reason')} label={t('endReason')} rows={3} data-autofocus />
        </>
      )}
    </FormDialog>
  )
}
