import { Text } from '@mantine/core'
import type { GrantPreview, DevicePreview } from '@spacekeeper/contract/members/shapes.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { formatNumber } from '#platform/i18n/format.ts'
import { Trans } from '#platform/i18n/trans.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import type { GrantRequest } from '../api.ts'
import classes from './grants-preview-list.module.css'

type Props = { preview: GrantPreview; change: GrantRequest['change'] }

/** For each device who gains or loses it, by name, who does not, and what stands in the way. */
export const GrantsPreviewList = ({ preview, change }: Props) => (
  <ul className={classes.list}>
    {preview.devices.map((device) => (
      <li key={device.id} className={classes.device}>
        {change === 'grant' ? (
          <IconPlus size={16} className={classes.gain} aria-hidden />
        ) : (
          <IconX size={16} className={classes.loss} aria-hidden />
        )}
        <Effect device={device} isGrant={change === 'grant'} />
      </li>
    ))}
  </ul>
)

const words = (count: number) => ({ count, formatted: formatNumber(count) })

const Effect = ({ device, isGrant }: { device: DevicePreview; isGrant: boolean }) => {
  const { t } = useTranslation('members')
  const { changes, same, notActive } = device
  const listed = changes.names.join(', ')
  const names = changes.more > 0 ? t('andMore', { names: listed, ...words(changes.more) }) : listed
  return (
    <div>
      <Text size="sm">
        <Trans
          ns="members"
          i18nKey={isGrant ? 'gain' : 'lose'}
          values={{ device: device.name, names, ...words(changes.count) }}
          count={changes.count}
          tOptions={{ interpolation: { escapeValue: true } }}
          shouldUnescape
          components={{ b: <b /> }}
        />
      </Text>
      {same > 0 || notActive > 0 ? (
        <Text size="sm" c="dimmed">
          {same > 0 ? t(isGrant ? 'haveAlready' : 'haveNot', words(same)) : null}{' '}
          {notActive > 0 ? t('notActive', words(notActive)) : null}
        </Text>
      ) : null}
      {device.isOffline && changes.count > 0 ? (
        <Status kind="offline">{t(isGrant ? 'offlineGain' : 'offlineLose')}</Status>
      ) : null}
    </div>
  )
}
