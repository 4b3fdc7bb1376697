import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import type { DeviceActivity } from '@spacekeeper/contract/monitoring/shapes.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#platform/i18n/format.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { ListStateBadge } from '../monitoring/list-state-badge.tsx'
import { DeviceActions } from './device-actions-row.tsx'
import { DeviceIconBadge, ShortStateBadge } from './device-state-badge.tsx'
import { useWindowRows } from './window-rows.ts'
import classes from './devices-list.module.css'

export const devicePages = {
  door: '/manage/devices/doors/$deviceId',
  interlock: '/manage/devices/interlocks/$deviceId',
  memberbucks: '/manage/devices/memberbucks/$deviceId',
} as const

type Props = { devices: readonly Device[]; activity: ReadonlyMap<number, DeviceActivity> }

type DeviceRowProps = { device: Device; activity: DeviceActivity | undefined; mayCommand: boolean }

/** Devices with state, access and uses of today. On a phone each is a card in the same order. */
export const DevicesList = ({ devices, activity }: Props) => {
  const isPhone = useIsPhone()
  const mayCommand = isStaffFor(useProfile(), 'devices')
  const { list, measure, items, before, after } = useWindowRows(devices.length, isPhone ? 116 : 64)
  const drawn = items.flatMap((index) => {
    const device = devices[index]
    return device ? [{ index, device, activity: activity.get(device.id), mayCommand }] : []
  })
  const shown = { list, measure, before, after, drawn }
  return isPhone ? <Cards {...shown} /> : <Rows {...shown} total={devices.length} />
}

type DrawnProps = Omit<ReturnType<typeof useWindowRows>, 'items'> & {
  drawn: readonly (DeviceRowProps & { index: number })[]
}

const Rows = ({ list, measure, before, after, drawn, total }: DrawnProps & { total: number }) => {
  const { t } = useTranslation('devices')
  const mayCommand = drawn.some((row) => row.mayCommand)
  return (
    <table className={classes.table} aria-label={t('titleDevices')} aria-rowcount={total + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">{t('headDevice')}</th>
          <th scope="col">{t('headState')}</th>
          <th scope="col">{t('headAccess')}</th>
          <th scope="col" className={classes.number}>
            {t('headToday')}
          </th>
          {mayCommand ? (
            <th scope="col">
              <span className={classes.unseen}>{t('headActions')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody ref={list}>
        <Space height={before} />
        {drawn.map(({ index, ...row }) => (
          <tr key={row.device.id} ref={measure} data-index={index} aria-rowindex={index + 2} className={classes.row}>
            <td>
              <Name device={row.device} />
            </td>
            <td>
              <ShortStateBadge device={row.device} inUseSince={row.activity?.inUseSince ?? null} />
            </td>
            <td>
              <Access device={row.device} />
            </td>
            <td className={classes.number}>{formatNumber(row.activity?.uses ?? 0)}</td>
            {mayCommand ? (
              <td>
                <DeviceActions device={row.device} />
              </td>
            ) : null}
          </tr>
        ))}
        <Space height={after} />
      </tbody>
    </table>
  )
}

/** Stands for the rows that are not drawn. */
const Space = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null)

const Cards = ({ list, measure, before, after, drawn }: DrawnProps) => {
  const { t } = useTranslation('devices')
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={t('titleDevices')}
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {drawn.map(({ index, device, activity, mayCommand }) => (
        <li key={device.id} ref={measure} data-index={index} className={classes.card}>
          <div className={classes.cardHead}>
            <Name device={device} />
            {mayCommand ? <DeviceActions device={device} /> : null}
          </div>
          <div className={classes.facts}>
            <ShortStateBadge device={device} inUseSince={activity?.inUseSince ?? null} />
            <Access device={device} />
            <span>{t('usesToday', { formatted: formatNumber(activity?.uses ?? 0) })}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

const Name = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
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
const Access = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const { id, kind, grantsByDefault, grantsByHand, lastSeen } = device
  if (kind === 'memberbucks') return <span className={classes.quiet}>{t('anyBuyer')}</span>
  const count = grantsByDefault + grantsByHand
  return (
    <span className={classes.access}>
      <span className={classes.quiet}>
        {t('people', { count, formatted: formatNumber(count) })}
        {count > 0 ? <span className={classes.more}> {t('peopleMore')}</span> : null}
      </span>
      {kind === 'door' && lastSeen !== null ? <ListStateBadge deviceId={id} isShort /> : null}
    </span>
  )
}
