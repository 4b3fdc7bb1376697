import { Card, Title, Text, Button } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { commandsOf } from '@spacekeeper/contract/devices/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useCommands } from './device-command-dialog.tsx'
import classes from './enrolments.module.css'

/** What the device can be told to do, and whether it was delivered. */
export const CommandsCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const commands = useCommands(device)
  const { isOffline, kind } = device
  return (
    <Card component="section" aria-labelledby="commands">
      <Title order={2} id="commands">
        {t('commandsTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(isOffline ? 'commandsOffline' : 'commandsText')}
      </Text>
      <div className={classes.commands}>
        {commandsOf(kind).map((command) => (
          <Button
            key={command}
            variant="default"
            leftSection={commands.iconOf(command)}
            disabled={isOffline}
            loading={commands.given === command}
            onClick={() => commands.start(command)}
          >
            {commands.labelOf(command)}
          </Button>
        ))}
      </div>
      {commands.dialog}
    </Card>
  )
}
