import { Menu } from '@mantine/core'
import type { Device, DeviceCommand } from '@spacekeeper/contract/devices/shapes.ts'
import { commandsOf } from '@spacekeeper/contract/devices/words.ts'
import { IconBarrierBlock } from '@tabler/icons-react'
import { type Ref, useCallback, useImperativeHandle, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useOpenAtOnce } from '#platform/ui/late-opening.tsx'
import type { DeviceAct } from './device-actions-row.tsx'
import { useCommands, useLockout } from './device-command-dialog.tsx'

type ChosenDevice = { device: Device; act: DeviceAct; button: HTMLElement; isOpen: boolean; turn: number }

/** The menu and the questions of a whole list: mounted for one device, when something is wanted of it. */
export const useDeviceMenu = (devices: readonly Device[]) => {
  const [chosen, setChosen] = useState<ChosenDevice | null>(null)
  const close = () => setChosen((last) => last && { ...last, isOpen: false })
  const onAct = useCallback(
    (device: Device, act: DeviceAct, button: HTMLElement) =>
      setChosen((last) =>
        last?.isOpen && last.button === button
          ? { ...last, isOpen: false }
          : { device, act, button, isOpen: act === 'menu', turn: (last?.turn ?? 0) + 1 },
      ),
    [],
  )
  return {
    /** Its row stays drawn: the focus comes back to it when a question was answered. */
    chosenId: chosen?.device.id ?? null,
    isMenuOpen: chosen?.isOpen ?? false,
    onAct,
    menu: chosen ? (
      <DeviceMenu
        {...chosen}
        key={chosen.turn}
        device={devices.find(({ id }) => id === chosen.device.id) ?? chosen.device}
        onClosed={close}
      />
    ) : null,
  }
}

type MenuProps = Omit<ChosenDevice, 'turn'> & { onClosed: () => void }

/** It stays after the menu closed, for the question that an item asks. */
const DeviceMenu = ({ device, act, button, isOpen, onClosed }: MenuProps) => {
  const commands = useCommands(device, act === 'bump' ? act : null)
  const locking = useLockout(device)
  return (
    <>
      {act === 'menu' ? <Items {...{ device, button, isOpen, commands, locking, onClosed }} /> : null}
      {commands.dialog}
      {locking.dialog}
    </>
  )
}

const lockoutIcon = <IconBarrierBlock size={16} stroke={1.7} aria-hidden />

type ItemsProps = Pick<MenuProps, 'device' | 'button' | 'isOpen' | 'onClosed'> & {
  commands: ReturnType<typeof useCommands>
  locking: ReturnType<typeof useLockout>
}

const Items = ({ device, button, isOpen, commands, locking, onClosed }: ItemsProps) => {
  const { t } = useTranslation('devices')
  const { opened, ref } = useOpenAtOnce()
  const { kind, isOffline, lockout } = device
  const all: readonly DeviceCommand[] = commandsOf(kind)
  const others = all.filter((command) => command !== 'bump')
  // The keyboard goes to the first item, also where those before it are off.
  const first = isOffline ? { 'data-autofocus': true } : {}
  return (
    <Menu
      position="bottom-end"
      width={240}
      shadow="md"
      radius="lg"
      withinPortal={false}
      opened={opened && isOpen}
      onChange={(isWanted) => (isWanted ? undefined : onClosed())}
    >
      <Menu.Target>
        <Anchor ref={ref} button={button} />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={button.id}>
        {isOffline ? <Menu.Label>{t('menuOffline')}</Menu.Label> : null}
        {others.map((command) => (
          <Menu.Item
            key={command}
            leftSection={commands.iconOf(command)}
            disabled={isOffline || commands.given === command}
            onClick={() => commands.start(command)}
          >
            {commands.labelOf(command)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {lockout === null ? (
          <Menu.Item {...first} leftSection={lockoutIcon} onClick={locking.ask}>
            {t('lockOut')}
          </Menu.Item>
        ) : (
          <Menu.Item {...first} leftSection={lockoutIcon} disabled={locking.isBusy} onClick={locking.end}>
            {t('endLockout')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

type AnchorProps = { ref?: Ref<HTMLElement>; button: HTMLElement }

/** Draws nothing: the menu opens beside a button that stands in the list. */
const Anchor = ({ ref, button }: AnchorProps) => {
  useImperativeHandle(ref, () => button, [button])
  return null
}
