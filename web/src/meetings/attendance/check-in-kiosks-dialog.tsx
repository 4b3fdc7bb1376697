import { Stack, Switch, Text } from '@mantine/core'
import type { CheckInKiosk } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useChosen } from '#platform/form/use-chosen.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { checkInKiosksQuery, setCheckInKiosk } from './api.ts'
import classes from './attendance.module.css'

type Props = { meetingId: number; onClose: () => void }

/** At which kiosks members check in to a meeting. */
export const CheckInKiosksDialog = ({ meetingId, onClose }: Props) => {
  const { t } = useTranslation('meetings')
  const query = useQuery(checkInKiosksQuery(meetingId))
  return (
    <BasicDialog title={t('kiosksTitle')} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{t('kiosksText')}</Text>
        <Page
          query={query}
          isEmpty={({ kiosks }) => kiosks.length === 0}
          empty={<Text c="dimmed">{t('kiosksEmpty')}</Text>}
        >
          {({ kiosks }) => (
            <ul className={classes.list} aria-label={t('kiosksAction')}>
              {kiosks.map((kiosk) => (
                <li key={kiosk.kioskId} className={classes.row}>
                  <KioskSwitch meetingId={meetingId} kiosk={kiosk} />
                </li>
              ))}
            </ul>
          )}
        </Page>
      </Stack>
    </BasicDialog>
  )
}

const KioskSwitch = ({ meetingId, kiosk }: { meetingId: number; kiosk: CheckInKiosk }) => {
  const { t } = useTranslation('meetings')
  const { kioskId, name, state, isOnline } = kiosk
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (isSet: boolean) => setCheckInKiosk({ meetingId, kioskId, isSet }),
    onError: notify.failed,
    onSettled: refreshOnRefusal('meetings'),
  })
  const set = useChosen(state === 'here', (isSet) => mutateAsync(isSet))
  const facts = [...(isOnline ? [] : [t('kioskOffline')]), ...(state === 'elsewhere' ? [t('kioskElsewhere')] : [])]
  return (
    <Switch
      label={name}
      description={facts.length > 0 ? facts.join(' · ') : undefined}
      aria-label={t('kioskSwitch', { name })}
      checked={set.shown}
      disabled={isPending}
      onChange={(event) => set.choose(event.currentTarget.checked)}
    />
  )
}
