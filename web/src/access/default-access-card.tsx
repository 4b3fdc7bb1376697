import { Card, Title, Stack, Text, Button } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DefaultAccessDialog } from './default-access-dialog.tsx'

/** Whether members have a device because they are members. Switching it shows first which members it concerns. */
export const DefaultAccessCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const [isAsked, setAsked] = useState(false)
  const { isDefaultAccess: isOn } = device
  return (
    <Card component="section" aria-labelledby="default-access">
      <Title order={2} id="default-access" mb={6}>
        {t('defaultTitle')}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          {t(isOn ? 'defaultOn' : 'defaultOff')}
        </Text>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t(isOn ? 'defaultOffAction' : 'defaultOnAction')}
        </Button>
      </Stack>
      {isAsked ? <DefaultAccessDialog device={device} onClose={() => setAsked(false)} /> : null}
    </Card>
  )
}
