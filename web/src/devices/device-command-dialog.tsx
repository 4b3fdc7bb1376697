import type { Device, DeviceCommand } from '@spacekeeper/contract/devices/shapes.ts'
import { commandWords } from '@spacekeeper/contract/devices/words.ts'
import { type Icon, IconDoorEnter, IconLock, IconLockOpen, IconReload, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { giveCommand, setLockout } from './api.ts'
import { LockoutDialog } from './lockout-dialog.tsx'

const icons: Record<DeviceCommand, Icon> = {
  bump: IconDoorEnter,
  unlock: IconLockOpen,
  lock: IconLock,
  sync: IconSend,
  reboot: IconReload,
}

const CommandIcon = ({ command }: { command: DeviceCommand }) => {
  const Sign = icons[command]
  return <Sign size={16} stroke={1.7} aria-hidden />
}

type SaidCommand = ReturnType<typeof commandWords>['lock']

/** Gives a device its commands, after their question where they have one, and says whether they were delivered. `first` is asked at once. */
export const useCommands = (device: Device, first: DeviceCommand | null = null) => {
  const { t } = useTranslation('devices')
  const [asked, setAsked] = useState(first)
  const [given, setGiven] = useState<DeviceCommand | null>(null)
  const { name, kind } = device
  // Not every kind has every command.
  const words: Partial<Record<DeviceCommand, SaidCommand>> = commandWords(kind)
  const labelOf = (command: DeviceCommand) => words[command]?.label ?? command
  const ask = asked === null ? undefined : words[asked]?.ask
  const give = async (command: DeviceCommand) => {
    await giveCommand(device, command)
    notify.done({ text: t('delivered', { command: labelOf(command), name }) })
  }
  const giveUnasked = async (command: DeviceCommand) => {
    setGiven(command)
    await give(command).catch(notify.failed)
    setGiven(null)
  }
  return {
    given,
    labelOf,
    iconOf: (command: DeviceCommand) => <CommandIcon command={command} />,
    start: (command: DeviceCommand) => (words[command]?.ask ? setAsked(command) : void giveUnasked(command)),
    dialog:
      asked !== null && ask ? (
        <ConfirmDialog
          title={ask.title.replace('{name}', () => name)}
          text={ask.text}
          action={labelOf(asked)}
          run={() => give(asked)}
          onClose={() => setAsked(null)}
        />
      ) : null,
  }
}

/** Locks a device for everyone, after asking for the reason, and unlocks it; either can be undone. */
export const useLockout = (device: Device) => {
  const { t } = useTranslation('devices')
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { id: deviceId, name, lockout } = device

  const set = (isLockedOut: boolean, reason: string) => setLockout({ deviceId, isLockedOut, reason })
  const lock = async (reason: string) => {
    await set(true, reason)
    const undo = () => void set(false, '').catch(notify.failed)
    notify.done({ text: t('doneLocked', { device: name }), undo })
  }
  const end = async () => {
    setBusy(true)
    const reason = lockout?.reason ?? ''
    try {
      await set(false, '')
      const undo = () => void set(true, reason).catch(notify.failed)
      notify.done({ text: t('doneUnlocked', { device: name }), undo })
    } catch (error) {
      notify.failed(error)
    }
    setBusy(false)
  }
  return {
    isBusy,
    ask: () => setAsked(true),
    end: () => void end(),
    dialog: isAsked ? <LockoutDialog device={device} run={lock} onClose={() => setAsked(false)} /> : null,
  }
}
