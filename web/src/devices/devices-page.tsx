import { useState } from 'react'
import { Button, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconCpu } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Device, DeviceKind } from '@spacekeeper/contract/devices.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { devicesQuery } from './api.ts'
import { DevicesList } from './devices-list.tsx'

const kinds = ['all', 'door', 'interlock', 'memberbucks'] as const
type Shown = (typeof kinds)[number]
const words = {
  all: 'kindAll',
  door: 'kindDoors',
  interlock: 'kindInterlocks',
  memberbucks: 'kindVending',
} as const satisfies Record<Shown, string>

const DevicesPage = () => {
  const { t } = useTranslation('devices')
  const query = useQuery(devicesQuery)
  return (
    <Page
      query={query}
      isEmpty={({ devices }) => devices.length === 0}
      empty={<Empty title={t('emptyTitle')} text={t('emptyText')} />}
    >
      {({ devices }) => <Fleet devices={devices} />}
    </Page>
  )
}

const ofKind = (devices: readonly Device[], kind: 'all' | DeviceKind) =>
  devices.filter((device) => kind === 'all' || device.kind === kind)

const Fleet = ({ devices }: { devices: readonly Device[] }) => {
  const { t } = useTranslation('devices')
  const [kind, setKind] = useState<Shown>('all')
  const shown = ofKind(devices, kind)
  const online = devices.filter(({ isOffline }) => !isOffline).length
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={t('showKind')}
          value={kind}
          onChange={setKind}
          data={kinds.map((one) => ({ value: one, label: `${t(words[one])} ${ofKind(devices, one).length}` }))}
        />
        <Group gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {t('onlineOf', { online, total: devices.length })}
          </Text>
          {kind === 'memberbucks' ? (
            <Button component={Link} to="/manage/devices/products" variant="default" h={44}>
              {t('products')}
            </Button>
          ) : null}
        </Group>
      </Group>
      {shown.length === 0 ? (
        <Empty title={t('noneOfKindTitle')} text={t('noneOfKindText')} />
      ) : (
        <Card padding={0} style={{ overflow: 'clip' }}>
          <DevicesList devices={shown} />
        </Card>
      )}
    </Stack>
  )
}

export const Route = createFileRoute('/manage/devices')({
  component: DevicesPage,
  staticData: {
    title: 'devices:titleDevices',
    loggedIn: true,
    staff: ['devices', 'access'],
    menu: { group: 'admin', icon: IconCpu, order: 40 },
  },
})
