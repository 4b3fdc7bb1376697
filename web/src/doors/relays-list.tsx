import { Card } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AccessItem } from '@spacekeeper/contract/doors.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { Status } from '#platform/ui/status.tsx'
import { RelayUseForm } from '../drivers/relay-use-form.tsx'
import { DeviceTile, LiveState, liveStateOf } from './device-badge.tsx'
import type { Device } from './device-badge.tsx'
import classes from './doors.module.css'

type RelayDevice = Device & { relay: NonNullable<AccessItem['relay']> }

/** What can be used from the portal just now, or is in use; anything else stands among what works or does not. */
export const isOperable = (device: Device): device is RelayDevice => {
  const { relay, refusal, offline } = device
  if (relay === null) return false
  return relay.canEnd || (refusal === null && !offline)
}

const State = ({ device }: { device: RelayDevice }) => {
  const { t } = useTranslation('drivers')
  const { canEnd, inUseSince } = device.relay
  if (inUseSince === null) return <LiveState device={device} />
  return <Status kind="inUse">{t(canEnd ? 'yours' : 'inUse', { since: formatSince(inUseSince) })}</Status>
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
            <DeviceTile type={device.type} kind={device.relay.inUseSince ? 'inUse' : liveStateOf(device)} />
            <div className={classes.refusalText}>
              <h3 className={classes.name}>{device.name}</h3>
              <State device={device} />
            </div>
            <RelayUseForm device={device} />
          </li>
        ))}
      </Card>
    </section>
  )
}
