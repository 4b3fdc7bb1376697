import { Text, Textarea } from '@mantine/core'
import type { StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { staffMeetingsApi } from '@spacekeeper/contract/meetings/staff-routes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { cancel } from './api.ts'

type Props = { meeting: StaffMeeting; onClose: () => void }

/** Says who is told, and asks why. */
export const CancelMeetingDialog = ({ meeting, onClose }: Props) => {
  const { t } = useTranslation('meetings')
  return (
    <FormDialog
      title={t('cancelTitle', { name: meeting.name })}
      action={t('cancelMeeting')}
      isDangerous
      initial={{ reason: '' }}
      schema={staffMeetingsApi.cancel.body}
      submit={async ({ reason }) => {
        await cancel({ meetingId: meeting.id, reason })
        notify.done({ text: t('cancelled') })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">
            {meeting.invitedCount === 0 ? t('cancelUntold') : t('cancelText', { count: meeting.invitedCount })}
            {meeting.goesWithIt.proxies > 0 ? ` ${t('cancelProxies')}` : null}
          </Text>
          <Textarea
            {...field('reason')}
            label={t('cancelReason')}
            description={t('cancelReasonHint')}
            rows={3}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}
