import { Anchor, Button, Card, Group, Text, TextInput, Title } from '@mantine/core'
import { directoryApi } from '@spacekeeper/contract/directory/routes.ts'
import type { SpaceSensor } from '@spacekeeper/contract/directory/shapes.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { Trans } from '#platform/i18n/trans.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Ago } from '#platform/ui/ago.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { removeSensor, renameSensor } from './api.ts'
import rows from '#platform/ui/list-rows.module.css'

type SensorDialog = { kind: 'rename' | 'remove'; sensor: SpaceSensor }

const Dialogs = ({ open: { kind, sensor }, onClose }: { open: SensorDialog; onClose: () => void }) => {
  const { t } = useTranslation('directory')
  const { id: sensorId, name } = sensor
  if (kind === 'remove')
    return (
      <ConfirmDialog
        title={t('removeTitle', { name })}
        text={t('removeText')}
        action={t('remove')}
        isDangerous
        run={async () => {
          await removeSensor({ sensorId })
          notify.done({ text: t('removed', { name }) })
        }}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('renameTitle', { name })}
      action={t('rename')}
      initial={{ name }}
      schema={directoryApi.renameSensor.body}
      submit={async (typed) => {
        await renameSensor({ sensorId, ...typed })
        notify.done({ text: t('renamed', typed) })
      }}
      onClose={onClose}
    >
      {({ field }) => <TextInput {...field('name')} label={t('name')} description={t('renameHint')} data-autofocus />}
    </FormDialog>
  )
}

const NoSensors = () => {
  const { t } = useTranslation('directory')
  const mayMakeKeys = isStaffFor(useProfile(), 'devices')
  return (
    <Text c="dimmed">
      {t('noSensors')}{' '}
      {mayMakeKeys ? (
        <Anchor component={Link} to="/manage/devices/keys" inherit underline="always">
          {t('makeKey')}
        </Anchor>
      ) : null}
    </Text>
  )
}

/** What sensors of the space report. */
export const SensorsCard = ({ sensors }: { sensors: readonly SpaceSensor[] }) => {
  const { t } = useTranslation('directory')
  const now = useNow(30_000)
  const [open, setOpen] = useState<SensorDialog | null>(null)
  return (
    <Card component="section" aria-labelledby="space-sensors">
      <Title order={2} id="space-sensors" mb="xs">
        {t('sensorsHeading')}
      </Title>
      {sensors.length === 0 ? <NoSensors /> : null}
      <ul className={rows.list} aria-label={t('sensors')} hidden={sensors.length === 0}>
        {sensors.map((sensor) => (
          <li key={sensor.id} className={rows.row}>
            <span className={rows.words}>
              <span>
                <Text component="span" fw={600}>
                  {sensor.name}
                </Text>{' '}
                {sensor.reading}
              </span>
              <Text component="span" size="sm" c="dimmed">
                {sensor.kind.replaceAll('_', ' ')}
                {sensor.location === '' ? '' : ` ${t('atPlace', { place: sensor.location })}`} ·{' '}
                <Trans
                  ns="directory"
                  i18nKey="reported"
                  components={{ ago: <Ago at={sensor.reportedAt} now={now} /> }}
                />
              </Text>
            </span>
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                aria-label={t('renameWhich', { name: sensor.name })}
                onClick={() => setOpen({ kind: 'rename', sensor })}
              >
                {t('rename')}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={t('removeWhich', { name: sensor.name })}
                onClick={() => setOpen({ kind: 'remove', sensor })}
              >
                {t('remove')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {open ? <Dialogs open={open} onClose={() => setOpen(null)} /> : null}
    </Card>
  )
}
