import { Card, Divider, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Device } from '@spacekeeper/contract/devices.ts'
import { DeviceChanges } from '@spacekeeper/contract/inventories.ts'
import { SavedSwitch } from '#platform/form/saved-switch.tsx'
import { SavedTextField } from '#platform/form/saved-text-field.tsx'
import { changeDevice, refreshDevices } from './api.ts'

/** What is known of a device and its switches, each saved by itself. */
export const DeviceOptionsForm = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const save = async (changed: DeviceChanges) => {
    await changeDevice(device, changed)
    await refreshDevices(client)
  }
  const { shape } = DeviceChanges
  return (
    <Card component="section" aria-labelledby="device-options">
      <Title order={2} id="device-options">
        {t('optionsTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('optionsHint')}
      </Text>
      <Stack gap="md">
        <SavedTextField
          name="name"
          label={t('name')}
          value={device.name}
          schema={shape.name}
          save={(name) => save({ name })}
          required
        />
        <SavedTextField
          name="description"
          label={t('description')}
          value={device.description}
          schema={shape.description}
          save={(description) => save({ description })}
        />
        <Divider />
        <SavedSwitch
          name="hiddenToMembers"
          label={t('hideLabel')}
          description={t('hideHint')}
          value={device.isHidden}
          save={(hiddenToMembers) => save({ hiddenToMembers })}
        />
        {device.kind === 'memberbucks' ? null : (
          <SavedSwitch
            name="exemptFromSignin"
            label={t('exemptLabel')}
            description={t('exemptHint')}
            value={device.isExemptFromSignin}
            save={(exemptFromSignin) => save({ exemptFromSignin })}
          />
        )}
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('serial')}: {device.serial ?? t('none')}
          <br />
          {t('address')}: {device.ipAddress ?? t('none')}
        </Text>
      </Stack>
    </Card>
  )
}
