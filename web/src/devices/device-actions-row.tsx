import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import type { Device, DeviceCommand } from '@spacekeeper/contract/devices/shapes.ts'
import { commandsOf } from '@spacekeeper/contract/devices/words.ts'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCommands, useLockout } from './device-command-dialog.tsx'
import classes from './devices-list.module.css'

/** What is done most often to a door as a button, and everything else in a menu. */
export const DeviceActions = ({ device }: { device: Device }) => {
  const commands = useCommands(device)
  return (
    <span className={classes.actions}>
      {device.kind === 'door' ? <OpenButton device={device} onOpen={() => commands.start('bump')} /> : null}
      <MoreMenu device={device} commands={commands} />
      {commands.dialog}
    </span>
  )
}

/** It keeps the focus while the door is offline, so that its tooltip can say why to the keyboard, too. */
const OpenButton = ({ device, onOpen }: { device: Device; onOpen: () => void }) => {
  const { t } = useTranslation('devices')
  const { name, isOffline } = device
  return (
    <Tooltip
      label={t('cannotOpen')}
      disabled={!isOffline}
      multiline
      w={220}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        variant="default"
        size="compact-md"
        className={classes.open ?? ''}
        {...(isOffline && { 'data-disabled': true, 'aria-disabled': true })}
        aria-label={t('openBrieflyWhich', { name })}
        onClick={() => (isOffline ? undefined : onOpen())}
      >
        {t('openBriefly')}
      </Button>
    </Tooltip>
  )
}

type MenuProps = { device: Device; commands: ReturnType<typeof useCommands> }

const MoreMenu = ({ device, commands }: MenuProps) => {
  const { t } = useTranslation('devices')
  const locking = useLockout(device)
  const { name, kind, isOffline, lockout } = device
  const all: readonly DeviceCommand[] = commandsOf(kind)
  const others = all.filter((command) => command !== 'bump')
  return (
    <>
      <Menu position="bottom-end" width={240} shadow="md" radius="lg">
        <Menu.Target>
          <ActionIcon size={44} aria-label={t('actionsOf', { name })}>
            <IconDots size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOffline ? <Menu.Label>{t('menuOffline')}</Menu.Label> : null}
          {others.map((command) => (
            <Menu.Item
              key={command}
              disabled={isOffline || commands.given === command}
              onClick={() => commands.start(command)}
            >
              {commands.labelOf(command)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {lockout === null ? (
            <Menu.Item onClick={locking.ask}>{t('lockOut')}</Menu.Item>
          ) : (
            <Menu.Item disabled={locking.isBusy} onClick={locking.end}>
              {t('endLockout')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {locking.dialog}
    </>
  )
}
