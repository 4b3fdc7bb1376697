import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import type { DeviceActivity, ListState } from '@spacekeeper/contract/monitoring/shapes.ts'
import { type FocusEvent, Fragment, startTransition, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { cannotOpenId } from './device-actions-row.tsx'
import { useDeviceMenu } from './device-menu-dialog.tsx'
import { DeviceCard, DeviceRow } from './device-row.tsx'
import { useWindowRows } from './window-rows.ts'
import classes from './devices-list.module.css'

type Props = {
  devices: readonly Device[]
  /** By the id of the device, like the states of card lists. */
  activity: ReadonlyMap<number, DeviceActivity>
  lists: ReadonlyMap<number, ListState>
  mayCommand: boolean
}

/** The device whose row has the focus; it stays drawn, however far away the list is scrolled. */
const useFocused = (devices: readonly Device[]) => {
  const [focused, setFocused] = useState<number | null>(null)
  const onFocus = ({ target }: FocusEvent) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset['index']
    setFocused(devices[Number(index ?? -1)]?.id ?? null)
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Not before the focus has arrived: a row removed on its way would draw it back.
    if (!currentTarget.contains(relatedTarget)) startTransition(() => setFocused(null))
  }
  return { focused, onFocus, onBlur }
}

/** Devices with state, access and uses of today. On a phone each is a card in the same order. */
export const DevicesList = ({ devices, activity, lists, mayCommand }: Props) => {
  const { t } = useTranslation('devices')
  const isPhone = useIsPhone()
  const total = devices.length
  const { chosenId, isMenuOpen, onAct, menu } = useDeviceMenu(devices)
  const { focused, ...focus } = useFocused(devices)
  const kept = [focused, chosenId].map((id) => devices.findIndex((device) => device.id === id))
  const { list, measure, items, after } = useWindowRows({ total, rowPx: isPhone ? 116 : 64, kept })
  const One = isPhone ? DeviceCard : DeviceRow
  const Space = isPhone ? CardSpace : RowSpace
  const rows = items.map(({ index, room }) => {
    const device = devices[index]
    if (!device) return null
    const { id } = device
    const known = activity.get(id)
    return (
      <Fragment key={id}>
        <Space height={room} />
        <One
          {...{ device, index, total, mayCommand, onAct, measure }}
          uses={known?.uses ?? 0}
          inUseSince={known?.inUseSince ?? null}
          list={lists.get(id)}
          isMenuOpen={isMenuOpen && chosenId === id}
        />
      </Fragment>
    )
  })
  return (
    <>
      {isPhone ? (
        <ul ref={list} className={classes.list} aria-label={t('titleDevices')} {...focus}>
          {rows}
          <Space height={after} />
        </ul>
      ) : (
        <table className={classes.table} aria-label={t('titleDevices')} aria-rowcount={total + 1}>
          <Heads mayCommand={mayCommand} />
          <tbody ref={list} {...focus}>
            {rows}
            <Space height={after} />
          </tbody>
        </table>
      )}
      <span id={cannotOpenId} hidden>
        {t('cannotOpen')}
      </span>
      {menu}
    </>
  )
}

/** Stands for the rows that are not drawn. */
const RowSpace = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null)
const CardSpace = ({ height }: { height: number }) => (height > 0 ? <li aria-hidden style={{ height }} /> : null)

const Heads = ({ mayCommand }: Pick<Props, 'mayCommand'>) => {
  const { t } = useTranslation('devices')
  return (
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
  )
}
