import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMutation } from '#platform/api/use-mutation.ts'
import { DialogButtons } from '#platform/form/form-dialog.tsx'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { endOpenDay, openDayQuery, startOpenDay } from '../api.ts'

/** Lets a room of newcomers register, who share the network that this page was opened in. */
export const OpenDayDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('members')
  const query = useQuery(openDayQuery)
  const isOpen = typeof query.data?.until === 'string'
  const change = useMutation({
    mutationFn: async () => (isOpen ? endOpenDay() : startOpenDay()),
    onSuccess: () => {
      notify.done({ text: t(isOpen ? 'openDayEnded' : 'openDayStarted') })
      onClose()
    },
    onError: notify.failed,
  })
  return (
    <BasicDialog title={t('openDay')} onClose={onClose}>
      <Page query={query}>
        {({ until }) => (
          <Stack gap="md">
            <Text size="sm">{t('openDayHint')}</Text>
            <Text size="sm" c="dimmed">
              {t('openDayNetwork')}
            </Text>
            {until === null ? null : <Status kind="info">{t('openDayUntil', { moment: formatMoment(until) })}</Status>}
            <DialogButtons
              action={t(isOpen ? 'endOpenDay' : 'startOpenDay')}
              isBusy={change.isPending}
              onClick={() => change.mutate()}
              onClose={onClose}
            />
          </Stack>
        )}
      </Page>
    </BasicDialog>
  )
}
