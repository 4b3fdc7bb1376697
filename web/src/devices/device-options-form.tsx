import { Card, Divider, Stack, Text, Title } from '@mantine/core'
import { type Device, type DeviceKind, DeviceChanges } from '@spacekeeper/contract/devices/shapes.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { SavedSwitch } from '#platform/form/saved-switch.tsx'
import { SavedTextField } from '#platform/form/saved-text-field.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { changeDevice } from './api.ts'

const everyKind: readonly DeviceKind[] = ['door', 'interlock', 'memberbucks']
const withCards: readonly DeviceKind[] = ['door', 'interlock']
const switches = [
  { name: 'hiddenToMembers', of: 'isHidden', label: 'hideLabel', hint: 'hideHint', kinds: everyKind },
  { name: 'exemptFromSignin', of: 'isExemptFromSignin', label: 'exemptLabel', hint: 'exemptHint', kinds: withCards },
  { name: 'playThemeOnSwipe', of: 'playsTheme', label: 'themeLabel', hint: 'themeHint', kinds: withCards },
  { name: 'postDiscordOnSwipe', of: 'postsToDiscord', label: 'discordLabel', hint: 'postHint', kinds: everyKind },
  { name: 'postSlackOnSwipe', of: 'postsToSlack', label: 'slackLabel', hint: 'postHint', kinds: everyKind },
  { name: 'reportOnlineStatus', of: 'reportsOnlineStatus', label: 'reportLabel', hint: 'reportHint', kinds: everyKind },
] as const satisfies { name: keyof DeviceChanges; [more: string]: unknown }[]

/** What is known of a device and its switches, each saved by itself. */
export const DeviceOptionsForm = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const save = (changed: DeviceChanges) => changeDevice(device, changed)
  const { shape } = DeviceChanges
  return (
    <Card component="section" aria-labelledby="device-options">
      <Title order={2} id="device-options">
        {t('optionsTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('optionsHint')}
      </Text>
      <RequiredMarks />
      <Stack gap="md">
        <SavedTextField
          name="name"
          label={t('name')}
          value={device.name}
          schema={shape.name}
          save={(name) => save({ name })}
        />
        <SavedTextField
          name="description"
          label={t('description')}
          value={device.description}
          schema={shape.description}
          save={(description) => save({ description })}
        />
        <SavedTextField
          name="serialNumber"
          label={t('serial')}
          description={t('serialHint')}
          value={device.serial ?? ''}
          schema={shape.serialNumber}
          save={(serialNumber) => save({ serialNumber })}
        />
        <SavedTextField
          name="ipAddress"
          label={t('address')}
          description={t('addressHint')}
          value={device.ipAddress ?? ''}
          schema={shape.ipAddress}
          save={(ipAddress) => save({ ipAddress })}
        />
        <Divider />
        {switches
          .filter(({ kinds }) => kinds.includes(device.kind))
          .map(({ name, of, label, hint }) => (
            <SavedSwitch
              key={name}
              name={name}
              label={t(label)}
              description={t(hint)}
              value={device[of]}
              save={(isOn) => save({ [name]: isOn })}
            />
          ))}
      </Stack>
    </Card>
  )
}
