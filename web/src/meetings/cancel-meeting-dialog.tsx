import { Text, Textarea } from '@mantine/core'
import type { StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { staffMeetingsApi } from '@spacekeeper/contract/meetings/staff-routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { cancel, refreshMeetings } from './api.ts'

type Props = { meeting: StaffMeeting; onClose: () => void }

/** Says who is told, and asks why. */
export const CancelMeetingDialog = ({ meeting, onClose }: Props) => {
  const { t } = useTranslation('meetings')
  const client = useQueryClient()
  return (
    <FormDialog
      title={t('cancelTitle', { name: meeting.name })}
      action={t('cancelMeeting')}
      isDangerous
      initial={{ reason: '' }}
      schema={staffMeetingsApi.cancel.body}
      submit={async ({ reason }) => {
        await cancel({ meetingId: meeting.id, reason })
        await refreshMeetings(client)
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
