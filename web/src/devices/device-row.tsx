import { shallowEqual } from '@mantine/hooks'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'
import { Link } from '@tanstack/react-router'
import { memo, type RefCallback } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { ListStateBadge } from '../monitoring/list-state-badge.tsx'
import { DeviceActions, type DeviceAct } from './device-actions-row.tsx'
import { DeviceIconBadge, ShortStateBadge } from './device-state-badge.tsx'
import classes from './devices-list.module.css'

const devicePages = {
  door: '/manage/devices/doors/$deviceId',
  interlock: '/manage/devices/interlocks/$deviceId',
  memberbucks: '/manage/devices/memberbucks/$deviceId',
} as const

type Props = {
  device: Device
  index: number
  total: number
  uses: number
  inUseSince: string | null
  /** How the list of a door stands. */
  list: ListState | undefined
  mayCommand: boolean
  isMenuOpen: boolean
  onAct: (device: Device, act: DeviceAct, button: HTMLElement) => void
  measure: RefCallback<HTMLElement>
}

/** What a row shows of its device; the heartbeat of one that is online is not among it. */
const shownOf = ({ lastSeen, ...rest }: Device) => ({ ...rest, away: rest.isOffline ? lastSeen : lastSeen === null })

const isSameRow = ({ device, ...one }: Props, { device: otherDevice, ...other }: Props) =>
  (device === otherDevice || shallowEqual(shownOf(device), shownOf(otherDevice))) && shallowEqual(one, other)

/** While the list scrolls or hears news, a row that shows the same is not drawn again. */
export const DeviceRow = memo((props: Props) => {
  const { t } = useTranslation('devices')
  const { device, index, uses, inUseSince, list, mayCommand, isMenuOpen, onAct, measure } = props
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className={classes.row}>
      <td>
        <Name device={device} t={t} />
      </td>
      <td>
        <ShortStateBadge device={device} inUseSince={inUseSince} />
      </td>
      <td>
        <Access device={device} list={list} t={t} />
      </td>
      <td className={classes.number}>{formatNumber(uses)}</td>
      {mayCommand ? (
        <td>
          <DeviceActions device={device} isMenuOpen={isMenuOpen} onAct={onAct} t={t} />
        </td>
      ) : null}
    </tr>
  )
}, isSameRow)
DeviceRow.displayName = 'DeviceRow'

/** The same on a phone. */
export const DeviceCard = memo((props: Props) => {
  const { t } = useTranslation('devices')
  const { device, index, total, uses, inUseSince, list, mayCommand, isMenuOpen, onAct, measure } = props
  return (
    <li ref={measure} data-index={index} aria-setsize={total} aria-posinset={index + 1} className={classes.card}>
      <div className={classes.cardHead}>
        <Name device={device} t={t} />
        {mayCommand ? <DeviceActions device={device} isMenuOpen={isMenuOpen} onAct={onAct} t={t} /> : null}
      </div>
      <div className={classes.facts}>
        <ShortStateBadge device={device} inUseSince={inUseSince} />
        <Access device={device} list={list} t={t} />
        <span>{t('usesToday', { formatted: formatNumber(uses) })}</span>
      </div>
    </li>
  )
}, isSameRow)
DeviceCard.displayName = 'DeviceCard'

type DeviceCellProps = { device: Device; t: Translate<'devices'> }

const Name = ({ device, t }: DeviceCellProps) => {
  const { id, kind, name, isHidden, isExemptFromSignin } = device
  const marks = [isHidden && t('hidden'), isExemptFromSignin && t('exempt')].filter(Boolean)
  return (
    <span className={classes.what}>
      <DeviceIconBadge kind={kind} />
      <span className={classes.words}>
        <Link to={devicePages[kind]} params={{ deviceId: String(id) }} className={classes.name}>
          {name}
        </Link>
        <span className={classes.kind}>{[t(kind), ...marks].join(', ')}</span>
      </span>
    </span>
  )
}

/** How many people have it, and whether a door knows all their cards. */
const Access = ({ device, list, t }: DeviceCellProps & Pick<Props, 'list'>) => {
  const { kind, grantsByDefault, grantsByHand, lastSeen } = device
  if (kind === 'memberbucks') return <span className={classes.quiet}>{t('anyBuyer')}</span>
  const count = grantsByDefault + grantsByHand
  return (
    <span className={classes.access}>
      <span className={classes.quiet}>
        {t('people', { count, formatted: formatNumber(count) })}
        {count > 0 ? <span className={classes.more}> {t('peopleMore')}</span> : null}
      </span>
      {kind === 'door' && lastSeen !== null && list ? <ListStateBadge list={list} isShort /> : null}
    </span>
  )
}
