import { Tooltip } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { IconDots } from '@tabler/icons-react'
import { startTransition, useRef, useState } from 'react'
import type { Translate } from '#platform/i18n/use-translation.ts'
import classes from './devices-list.module.css'

/** What is wanted of a device: to open it briefly, or the menu of everything else. */
export type DeviceAct = 'bump' | 'menu'

type Props = {
  device: Device
  isMenuOpen: boolean
  /** It is told the button, too, since the menu opens beside it. */
  onAct: (device: Device, act: DeviceAct, button: HTMLElement) => void
  t: Translate<'devices'>
}

/** The element that says why an offline door cannot be opened; one for all rows. */
export const cannotOpenId = 'cannot-open'

/** What is done most often to a door as a button, and everything else in a menu. What opens is mounted by the list. */
export const DeviceActions = ({ device, isMenuOpen, onAct, t }: Props) => (
  <span className={classes.actions}>
    {device.kind === 'door' ? <OpenButton device={device} onAct={onAct} t={t} /> : null}
    <button
      type="button"
      id={`actions-of-${device.id}`}
      className={classes.dots}
      aria-label={t('actionsOf', { name: device.name })}
      aria-haspopup="menu"
      aria-expanded={isMenuOpen}
      onClick={(event) => onAct(device, 'menu', event.currentTarget)}
    >
      <IconDots size={20} stroke={1.7} aria-hidden />
    </button>
  </span>
)

/** It keeps the focus while the door is offline, so that its tooltip can say why to the keyboard, too. */
const OpenButton = ({ device, onAct, t }: Omit<Props, 'isMenuOpen'>) => {
  const { name, isOffline } = device
  const button = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  const ask = () => setAsking(isOffline)
  // As the focus leaves, it has to arrive before anything is removed.
  const leave = () => setAsking(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.open}
        {...(isOffline && { 'aria-disabled': true, 'aria-describedby': cannotOpenId })}
        aria-label={t('openBrieflyWhich', { name })}
        onPointerEnter={ask}
        onFocus={ask}
        onPointerLeave={leave}
        onBlur={() => startTransition(leave)}
        onKeyDown={(event) => (event.key === 'Escape' ? leave() : undefined)}
        onClick={(event) => (isOffline ? undefined : onAct(device, 'bump', event.currentTarget))}
      >
        {t('openBriefly')}
      </button>
      {isAsking && isOffline ? <Tooltip opened label={t('cannotOpen')} target={button} multiline w={220} /> : null}
    </>
  )
}
