import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { LabelDialog } from '#platform/ui/label-dialog.tsx'
import { deviceLabelQuery, downloadDeviceLabel } from './api.ts'

/** The label of a machine or door, whose code tells members whether they can use it. */
export const DeviceLabelCard = ({ deviceId, name }: { deviceId: number; name: string }) => {
  const { t } = useTranslation('labels')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card component="section" aria-labelledby="device-label">
      <Title order={2} id="device-label" mb={6}>
        {t('deviceLabel')}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          {t('deviceLabelText')}
        </Text>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {t('printLabel')}
        </Button>
      </Stack>
      {isOpen ? (
        <LabelDialog
          title={t('deviceLabelTitle', { name })}
          query={deviceLabelQuery(deviceId)}
          load={() => downloadDeviceLabel({ deviceId })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Card>
  )
}
