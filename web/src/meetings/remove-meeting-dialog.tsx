import { List, Text } from '@mantine/core'
import type { StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { useNavigate } from '@tanstack/react-router'
import { refreshAfter } from '#platform/api/refresh.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { remove } from './api.ts'

type Props = { meeting: StaffMeeting; onClose: () => void }

/** Says what goes with it. */
export const RemoveMeetingDialog = ({ meeting, onClose }: Props) => {
  const { t } = useTranslation('meetings')
  const navigate = useNavigate()
  const { items, files, goesWithIt, invitedCount, phase, isPast } = meeting
  const parts = [
    ['removeItems', items.length],
    ['removeFiles', files.length],
    ['removeProxies', goesWithIt.proxies],
    ['removeAttendance', goesWithIt.attendance],
    ['removeMotions', goesWithIt.motions],
  ] as const
  const lines = parts.flatMap(([word, count]) => (count > 0 ? [t(word, { count })] : []))
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: meeting.name })}
      text={t(lines.length > 0 ? 'removeText' : 'removeNothing')}
      action={t('removeAction')}
      isDangerous
      run={() =>
        refreshAfter(async () => {
          await remove({ meetingId: meeting.id })
          notify.done({ text: t('removed') })
          await navigate({ to: '/manage/meetings' })
        })
      }
      onClose={onClose}
    >
      {lines.length > 0 ? (
        <List size="sm">
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      ) : null}
      {invitedCount > 0 && phase === 'planned' && !isPast ? (
        <Text size="sm">{t('removeTells', { count: invitedCount })}</Text>
      ) : null}
    </ConfirmDialog>
  )
}
