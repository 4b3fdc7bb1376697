import { Button, Text } from '@mantine/core'
import type { PushDevice } from '@spacekeeper/contract/push/shapes.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { removeDevice } from './api.ts'
import { turnOffPush } from './this-device.ts'
import classes from './push.module.css'

/** A browser or an app that is notified, and its end. */
export const PushDeviceRow = ({ device }: { device: PushDevice }) => {
  const { t } = useTranslation('push')
  const { browser, system, failure, isCurrent, platform, app } = device
  const ofBrowser = browser && system ? t('deviceOn', { browser, system }) : (browser ?? system ?? t('deviceUnknown'))
  const name = platform === 'web' ? ofBrowser : app === null ? t(`app.${platform}`) : t('appOn', { app })
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      await removeDevice({ pushDeviceId: device.id })
      if (isCurrent) await turnOffPush()
    },
    onSuccess: () => notify.done({ text: t('removed', { name }) }),
    onError: (error) => {
      if (!hasCode(error, 'notFound')) notify.failed(error)
    },
    onSettled: refreshOnRefusal('push'),
  })
  return (
    <li className={classes.device}>
      <div className={classes.about}>
        <span className={classes.name}>{name}</span>
        {isCurrent ? <Status kind="fine">{t('thisDevice')}</Status> : null}
        <Text size="sm" c="dimmed">
          {device.lastSentAt
            ? t('lastSent', { moment: formatMoment(device.lastSentAt) })
            : t('added', { moment: formatMoment(device.addedAt) })}
        </Text>
        {failure ? <Status kind="warning">{t(`failure.${failure}`)}</Status> : null}
      </div>
      <Button
        size="xs"
        variant="default"
        loading={isPending}
        aria-label={t('removeNamed', { name })}
        onClick={() => mutate()}
      >
        {t('remove')}
      </Button>
    </li>
  )
}
