import { useState } from 'react'
import { Button, Card, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Device, DeviceCommand } from '@spacekeeper/contract/devices.ts'
import { notify } from '#platform/ui/notify.tsx'
import { commandsOf, giveCommand } from './api.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import classes from './enrolments.module.css'

const words = {
  bump: { word: 'bump', ask: 'askBump', text: 'askBumpText' },
  unlock: { word: 'unlock', ask: 'askUnlock', text: 'askUnlockText' },
  lock: { word: 'lock', ask: 'askLock', text: 'askLockText' },
  reboot: { word: 'reboot', ask: 'askReboot', text: 'askRebootText' },
  unlockMachine: { word: 'unlockMachine', ask: 'askUnlockMachine', text: 'askUnlockMachineText' },
  lockMachine: { word: 'lockMachine', ask: 'askLockMachine', text: 'askLockMachineText' },
} as const

/** What is said of a command that opens or stops something; sending the card list asks nothing. */
const wordsOf = (command: Exclude<DeviceCommand, 'sync'>, { kind }: Device) => {
  if (kind === 'door' || command === 'bump' || command === 'reboot') return words[command]
  return command === 'lock' ? words.lockMachine : words.unlockMachine
}

/** What the device can be told to do, and whether it was delivered. */
export const CommandsCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('enrolments')
  const [asked, setAsked] = useState<Exclude<DeviceCommand, 'sync'> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { name, isOffline } = device
  const give = async (command: DeviceCommand, word: string) => {
    await giveCommand(device, command)
    notify.done({ text: t('delivered', { command: word, name }) })
  }
  const sync = async () => {
    setBusy(true)
    await give('sync', t('sync')).catch(notify.failed)
    setBusy(false)
  }
  return (
    <Card component="section" aria-labelledby="commands">
      <Title order={2} id="commands">
        {t('commandsTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(isOffline ? 'commandsOffline' : 'commandsText')}
      </Text>
      <div className={classes.commands}>
        {commandsOf[device.kind].map((command) =>
          command === 'sync' ? (
            <Button
              key={command}
              variant="default"
              h={44}
              disabled={isOffline}
              loading={isBusy}
              onClick={() => void sync()}
            >
              {t('sync')}
            </Button>
          ) : (
            <Button key={command} variant="default" h={44} disabled={isOffline} onClick={() => setAsked(command)}>
              {t(wordsOf(command, device).word)}
            </Button>
          ),
        )}
      </div>
      {asked === null ? null : (
        <ConfirmDialog
          title={t(wordsOf(asked, device).ask, { name })}
          text={t(wordsOf(asked, device).text)}
          action={t(wordsOf(asked, device).word)}
          run={() => give(asked, t(wordsOf(asked, device).word))}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
