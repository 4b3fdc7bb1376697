import { useState } from 'react'
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconCpu } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Device } from '@spacekeeper/contract/devices.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { AddDeviceDialog } from '../enrolments/add-device-dialog.tsx'
import { PendingCard } from '../enrolments/pending-card.tsx'
import { RemovedList } from '../enrolments/removed-list.tsx'
import { devicesQuery } from './api.ts'
import { DevicesList } from './devices-list.tsx'
import { filterDevices, type FleetSearch, readFleetSearch } from './filter-devices.ts'
import { FleetFilterForm } from './fleet-filter-form.tsx'

const DevicesPage = () => {
  const isForDevices = isStaffFor(useProfile(), 'devices')
  const query = useQuery(devicesQuery)
  const search = Route.useSearch()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const go = (next: FleetSearch) =>
    void navigate({ to: '/manage/devices', search: next, replace: true, resetScroll: false })
  const add = isForDevices ? () => setAdding(true) : null
  return (
    <Stack gap="md">
      {isForDevices ? <PendingCard /> : null}
      <Page query={query}>
        {({ devices }) =>
          devices.length === 0 && search.state === undefined ? (
            <NoDevices onAdd={add} />
          ) : (
            <Fleet devices={devices} search={search} onSearch={go} onAdd={add} />
          )
        }
      </Page>
      {isAdding ? <AddDeviceDialog onClose={() => setAdding(false)} /> : null}
    </Stack>
  )
}

const NoDevices = ({ onAdd }: { onAdd: (() => void) | null }) => {
  const { t } = useTranslation('devices')
  return (
    <Empty
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={onAdd ? <Button onClick={onAdd}>{t('addDevice')}</Button> : null}
    />
  )
}

type Props = {
  devices: readonly Device[]
  search: FleetSearch
  onSearch: (search: FleetSearch) => void
  onAdd: (() => void) | null
}

const Fleet = ({ devices, search, onSearch, onAdd }: Props) => {
  const { t } = useTranslation('devices')
  const fitting = filterDevices(devices, search)
  const shown = fitting.filter(({ kind }) => search.kind === undefined || kind === search.kind)
  const online = devices.filter(({ isOffline }) => !isOffline).length
  return (
    <>
      <FleetFilterForm search={search} fitting={fitting} onSearch={onSearch} onAdd={onAdd} />
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {t('onlineOf', { online, total: devices.length })}
        </Text>
        {search.kind === 'memberbucks' ? (
          <Button component={Link} to="/manage/devices/products" variant="default" h={44}>
            {t('products')}
          </Button>
        ) : null}
      </Group>
      {search.state === 'removed' ? (
        <RemovedList />
      ) : shown.length === 0 ? (
        <Empty
          title={t('noneTitle')}
          text={t('noneText')}
          action={
            <Button variant="default" onClick={() => onSearch({})}>
              {t('showAll')}
            </Button>
          }
        />
      ) : (
        <Card padding={0} style={{ overflow: 'clip' }}>
          <DevicesList devices={shown} of={JSON.stringify(search)} />
        </Card>
      )}
    </>
  )
}

export const Route = createFileRoute('/manage/devices')({
  component: DevicesPage,
  validateSearch: readFleetSearch,
  staticData: {
    title: 'devices:titleDevices',
    loggedIn: true,
    staff: ['devices', 'access'],
    menu: { group: 'admin', icon: IconCpu, order: 40 },
  },
})
