import { Card, Stack, Text, Title } from '@mantine/core'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { pricesQuery } from '../interlocks/api.ts'
import { driverQuery } from './api.ts'
import { DriverForm } from './driver-form.tsx'
import { saySharers } from './sharers.ts'

/** How a device is reached, for staff who look after devices. */
export const DriverCard = ({ deviceId, kind }: { deviceId: number; kind: DeviceKind }) => {
  const { t } = useTranslation('drivers')
  const prices = useQuery({ ...pricesQuery(deviceId), enabled: kind === 'interlock' })
  return (
    <Card component="section" aria-labelledby="driver">
      <Title order={2} id="driver">
        {t('title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('hint')}
      </Text>
      <Page query={useQuery(driverQuery(deviceId))}>
        {(driver) => (
          <Stack gap="md">
            {driver.problem ? <Status kind="warning">{t(driver.problem)}</Status> : null}
            {driver.isMeterUnreadable && !driver.problem ? (
              <Status kind="warning">{t('meterUnreadable')}</Status>
            ) : null}
            {driver.sharedWith.length > 0 ? <Status kind="warning">{saySharers(t, driver.sharedWith)}</Status> : null}
            <DriverForm
              key={JSON.stringify(driver.settings)}
              deviceId={deviceId}
              kind={kind}
              driver={driver}
              costsByHour={(prices.data?.costPerHourCents ?? 0) > 0}
            />
          </Stack>
        )}
      </Page>
    </Card>
  )
}
