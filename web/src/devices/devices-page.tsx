import { Button, Card, Group, Stack } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { IconCpu } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { portalOrigin } from '#platform/api/transport.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { HeldUsesCard } from '../interlocks/held-uses-card.tsx'
import { activityQuery, listStatesQuery } from '../monitoring/api.ts'
import { LiveLogCard } from '../monitoring/live-log-card.tsx'
import { TryItCard } from '../monitoring/try-it-card.tsx'
import { MachinesSheet } from '../vending/machines-card.tsx'
import { AddDeviceDialog } from './add-device-dialog.tsx'
import { AddressRow, portalAddress, socketAddress } from './address-row.tsx'
import { devicesQuery, pendingQuery } from './api.ts'
import { FleetFilterForm, KindsForm } from './device-filter-form.tsx'
import { filterDevices, isBehind } from './device-filter.ts'
import { type DeviceSearch, readDeviceSearch } from './device-search.ts'
import { DevicesList } from './devices-list.tsx'
import { PendingCard } from './pending-card.tsx'
import { RemovedCard } from './removed-card.tsx'
import classes from './devices-list.module.css'

/** Staff who look after money alone find the vending machines here, for sales and refunds. */
const DevicesPage = () => (isStaffFor(useProfile(), ['devices', 'access']) ? <AllDevices /> : <MachinesSheet />)

const AllDevices = () => {
  const isForDevices = isStaffFor(useProfile(), 'devices')
  const query = useQuery(devicesQuery)
  const search = Route.useSearch()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const go = (next: DeviceSearch) =>
    void navigate({ to: '/manage/devices', search: next, replace: true, resetScroll: false })
  const add = isForDevices ? () => setAdding(true) : null
  const hasDevices = (query.data?.devices.length ?? 0) > 0
  const isEmpty = query.data?.devices.length === 0
  return (
    <div className={isEmpty ? undefined : classes.columns}>
      {!isEmpty || search.state !== undefined ? (
        <div className={classes.head}>
          <FleetFilterForm search={search} onSearch={go} onAdd={add} />
        </div>
      ) : null}
      <Stack gap="md">
        {isForDevices && !query.isPending ? (
          <>
            <PendingCard />
            <HeldUsesCard />
          </>
        ) : null}
        <Page query={query}>
          {({ devices }) =>
            devices.length === 0 && search.state === undefined ? (
              <NoDevices onAdd={add} />
            ) : (
              <Fleet devices={devices} search={search} mayCommand={isForDevices} onSearch={go} />
            )
          }
        </Page>
      </Stack>
      {query.data && hasDevices ? (
        <Stack gap="md">
          <TryItCard devices={query.data.devices} canChoose />
          <LiveLogCard />
        </Stack>
      ) : null}
      {isAdding ? <AddDeviceDialog onClose={() => setAdding(false)} /> : null}
    </div>
  )
}

const NoDevices = ({ onAdd }: { onAdd: (() => void) | null }) => {
  const { t } = useTranslation('devices')
  const { data } = useQuery({ ...pendingQuery, enabled: onAdd !== null })
  const address = portalAddress(data?.siteUrl, new URL(portalOrigin()))
  return (
    <Empty
      title={t('emptyTitle')}
      text={t('emptyText', { address: socketAddress(address) })}
      action={
        onAdd ? (
          <Stack gap="sm" align="flex-start" maw={520}>
            <AddressRow address={address} />
            <Button size="xs" onClick={onAdd}>
              {t('addDevice')}
            </Button>
          </Stack>
        ) : null
      }
    />
  )
}

type Props = {
  devices: readonly Device[]
  search: DeviceSearch
  mayCommand: boolean
  onSearch: (search: DeviceSearch) => void
}

const refreshMs = 60_000

/** What is known of all devices beside what they are: uses of the reader's day, and how the lists of doors stand. */
const useKnown = () => {
  const today = new Date(useNow(refreshMs))
  today.setHours(0, 0, 0, 0)
  const activity = useQuery(activityQuery(today.toISOString())).data?.activity
  const lists = useQuery(listStatesQuery).data?.lists
  return useMemo(
    () => ({
      activity: new Map((activity ?? []).map((one) => [one.deviceId, one])),
      lists: new Map((lists ?? []).map((one) => [one.deviceId, one])),
    }),
    [activity, lists],
  )
}

const Fleet = ({ devices, search, mayCommand, onSearch }: Props) => {
  const { t } = useTranslation('devices')
  const { activity, lists } = useKnown()
  const fitting = filterDevices(devices, search, lists)
  const shown = fitting.filter(({ kind }) => search.kind === undefined || kind === search.kind)
  const behind = devices.filter(({ id }) => isBehind(lists.get(id))).length
  const online = devices.filter(({ isOffline }) => !isOffline).length
  const summary = [
    t('onlineOf', { online, total: devices.length }),
    ...(behind > 0 ? [t('behindCount', { count: behind })] : []),
  ].join(', ')
  return (
    <>
      {search.state === 'removed' ? null : (
        <KindsForm search={search} fitting={fitting} onSearch={onSearch} summary={summary} />
      )}
      {search.kind === 'memberbucks' ? (
        <Group justify="flex-end">
          <Button component={Link} to="/manage/devices/products" variant="default">
            {t('products')}
          </Button>
        </Group>
      ) : null}
      {search.state === 'removed' ? (
        <RemovedCard />
      ) : shown.length === 0 ? (
        <Empty
          title={t('noneTitle')}
          text={t('noneText')}
          action={
            <Button size="xs" variant="default" onClick={() => onSearch({})}>
              {t('showAll')}
            </Button>
          }
        />
      ) : (
        <Card padding={0} style={{ overflow: 'visible' }}>
          <DevicesList devices={shown} activity={activity} lists={lists} mayCommand={mayCommand} />
        </Card>
      )}
    </>
  )
}

export const Route = createFileRoute('/manage/devices')({
  component: DevicesPage,
  validateSearch: readDeviceSearch,
  staticData: {
    title: 'devices:titleDevices',
    loggedIn: true,
    staff: ['devices', 'access', 'money'],
    menu: { group: 'admin', icon: IconCpu, order: 40 },
  },
})
