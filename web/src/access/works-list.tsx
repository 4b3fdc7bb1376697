import { StatusIcon } from '#platform/ui/status.tsx'
import { type AccessDevice, useStateWords, liveStateOf } from './device-badge.tsx'
import classes from './access.module.css'

const Compact = ({ device }: { device: AccessDevice }) => {
  const words = useStateWords()
  const kind = liveStateOf(device)
  return (
    <li className={classes.compact}>
      <StatusIcon kind={kind} size={18} />
      <span className={classes.compactText}>
        <span className={classes.name}>{device.name}</span>
        <span className={kind === 'fine' ? classes.hiddenWord : classes.second}>{words(device)}</span>
      </span>
    </li>
  )
}

/** Names of what works; only exceptions get a second line. */
export const WorksList = ({ devices, label }: { devices: AccessDevice[]; label: string }) => (
  <ul className={classes.compactList} aria-label={label}>
    {devices.map((device) => (
      <Compact key={`${device.type} ${device.id}`} device={device} />
    ))}
  </ul>
)
