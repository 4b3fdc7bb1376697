import { Card } from '@mantine/core'
import type { AccessItem } from '@spacekeeper/contract/access/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { RelayUseForm } from '../drivers/relay-use-form.tsx'
import { type AccessDevice, LiveState, DeviceTile, liveStateOf } from './device-badge.tsx'
import classes from './access.module.css'

type RelayDevice = AccessDevice & { relay: NonNullable<AccessItem['relay']> }

/** What can be used from the portal just now, or is in use; anything else stands among what works or does not. */
export const isOperable = (device: AccessDevice): device is RelayDevice => {
  const { relay, refusal, offline } = device
  if (relay === null) return false
  return relay.canEnd || (refusal === null && !offline)
}

/** Devices without a reader, each with its button. */
export const RelaysList = ({ devices }: { devices: RelayDevice[] }) => {
  const { t } = useTranslation('drivers')
  if (devices.length === 0) return null
  return (
    <section className={classes.relays} aria-labelledby="relays">
      <h2 id="relays" className={classes.headTitle}>
        {t('listTitle')}
      </h2>
      <p className={classes.why}>{t('listHint')}</p>
      <Card component="ul" padding={0} className={classes.refusals ?? ''}>
        {devices.map((device) => (
          <li key={`${device.type} ${device.id}`} className={classes.relay}>
            <DeviceTile type={device.type} kind={liveStateOf(device)} />
            <div className={classes.refusalText}>
              <h3 className={classes.name}>{device.name}</h3>
              <LiveState device={device} />
            </div>
            <RelayUseForm device={device} />
          </li>
        ))}
      </Card>
    </section>
  )
}
