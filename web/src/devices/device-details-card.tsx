import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { Device, DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { DeviceLogCard } from '../audit/device-log-card.tsx'
import { PurchasesCard } from '../vending/purchases-card.tsx'
import { deviceQuery } from './api.ts'
import type { DeviceTab } from './device-search.ts'
import { DeviceSheet } from './device-sheet.tsx'
import { DeviceStateBadge } from './device-state-badge.tsx'

type ShownDetail = { kind: DeviceKind; tab: DeviceTab | undefined }

/** One device with everything staff do about it. */
export const DeviceDetailsCard = ({ deviceId, ...rest }: { deviceId: string } & ShownDetail) => {
  const id = /^\d{1,9}$/.test(deviceId) ? Number(deviceId) : 0
  return id > 0 ? <Known key={id} id={id} {...rest} /> : <Unknown />
}

const Known = ({ id, kind, tab }: { id: number } & ShownDetail) => {
  const query = useQuery(deviceQuery(id))
  if (hasCode(query.error, 'notFound') || (query.data && query.data.kind !== kind)) return <Unknown />
  return (
    <Page query={query} skeleton={<RowsSkeleton rows={5} />}>
      {(device) => (device.removedAt === null ? <Details device={device} tab={tab} /> : <OutOfUse device={device} />)}
    </Page>
  )
}

const Details = ({ device, tab }: { device: Device; tab: DeviceTab | undefined }) => {
  const { t } = useTranslation('devices')
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={2} fz="xl" lh={1.25} style={{ overflowWrap: 'anywhere' }}>
          {device.name}
        </Title>
        <Group gap="sm">
          <DeviceStateBadge device={device} withReason />
          {device.firmware === null ? null : (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {t('firmware', { firmware: device.firmware })}
            </Text>
          )}
        </Group>
      </Stack>
      <DeviceSheet device={device} tab={tab} />
    </Stack>
  )
}

/** What is out of use is only read. */
const OutOfUse = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const seesSales = isStaffFor(useProfile(), ['devices', 'money'])
  const { id, kind, name, description, serial, removedAt } = device
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={2} fz="xl" lh={1.25} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        <Status kind="none">{t('removedSince', { since: formatSince(removedAt ?? '') })}</Status>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[t(kind), serial, description].filter(Boolean).join(', ')}
        </Text>
        <Text size="sm">{t('removedNote')}</Text>
      </Stack>
      {kind === 'memberbucks' && seesSales ? <PurchasesCard deviceId={id} /> : null}
      <DeviceLogCard deviceId={id} offlineSince={null} />
    </Stack>
  )
}

const Unknown = () => {
  const { t } = useTranslation('devices')
  return (
    <Empty
      title={t('unknownTitle')}
      text={t('unknownText')}
      action={
        <Button size="xs" component={Link} to="/manage/devices">
          {t('allDevices')}
        </Button>
      }
    />
  )
}
