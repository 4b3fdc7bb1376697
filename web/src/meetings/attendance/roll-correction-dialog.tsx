import { Text, TextInput } from '@mantine/core'
import { attendanceApi } from '@spacekeeper/contract/meetings/attendance-routes.ts'
import type { RollRow } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { correctRoll } from './api.ts'

type Props = { meetingId: number; row: RollRow; onClose: () => void }

/** Adds a member to a frozen roll or takes one off it, with the reason. */
export const RollCorrectionDialog = ({ meetingId, row, onClose }: Props) => {
  const { t } = useTranslation('meetings')
  const { name, memberId, isOn } = row
  return (
    <FormDialog
      title={t(isOn ? 'rollRemoveTitle' : 'rollAddTitle', { name })}
      action={t(isOn ? 'rollRemove' : 'rollAdd')}
      isDangerous={isOn}
      initial={{ isOn: !isOn, reason: '' }}
      schema={attendanceApi.correctRoll.body}
      submit={(body) => correctRoll({ meetingId, memberId, ...body })}
      onDone={() => {
        notify.done({ text: t(isOn ? 'rollRemoved' : 'rollAdded', { name }) })
        onClose()
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t(isOn ? 'rollRemoveText' : 'rollAddText')}</Text>
          <TextInput {...field('reason')} label={t('rollReason')} maxLength={200} data-autofocus />
        </>
      )}
    </FormDialog>
  )
}
