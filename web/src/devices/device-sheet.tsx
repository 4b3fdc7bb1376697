import { Stack, Tabs } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { DefaultAccessCard } from '../access/default-access-card.tsx'
import { HoldersCard } from '../access/holders-card.tsx'
import { DeviceLogCard } from '../audit/device-log-card.tsx'
import { DriverCard } from '../drivers/driver-card.tsx'
import { HeldUsesCard } from '../interlocks/held-uses-card.tsx'
import { MachinePricesCard } from '../interlocks/machine-prices-card.tsx'
import { DeviceIssuesCard } from '../issues/device-issues-card.tsx'
import { DeviceLabelCard } from '../labels/device-label-card.tsx'
import { DoorListCard } from '../monitoring/door-list-card.tsx'
import { TryItCard } from '../monitoring/try-it-card.tsx'
import { UsageCard } from '../monitoring/usage-card.tsx'
import { RequirementsCard } from '../training/requirements-card.tsx'
import { BalanceOffCard } from '../vending/balance-off-card.tsx'
import { CreditLimitsCard } from '../vending/credit-limits-card.tsx'
import { PurchasesCard } from '../vending/purchases-card.tsx'
import { SalesCard } from '../vending/sales-card.tsx'
import { AuthorisationCard } from './authorisation-card.tsx'
import { CommandsCard } from './commands-card.tsx'
import { DeviceOptionsForm } from './device-options-form.tsx'
import { deviceTabs, readTab, type DeviceTab } from './device-search.ts'
import { GiveAccessCard } from './give-access-card.tsx'
import { KeysOfDeviceCard } from './keys/keys-card.tsx'
import { LockoutCard } from './lockout-card.tsx'
import { RemovalCard } from './removal-card.tsx'
import classes from './device-details.module.css'

type Props = { device: Device; tab: DeviceTab | undefined }

/** What staff do about a device, by task; actions without permission are not shown. */
export const DeviceSheet = ({ device, tab }: Props) => {
  const { t } = useTranslation('devices')
  const navigate = useNavigate()
  const profile = useProfile()
  const isForDevices = isStaffFor(profile, 'devices')
  const sells = device.kind === 'memberbucks'
  const shown: Record<DeviceTab, boolean> = {
    overview: true,
    access: isStaffFor(profile, 'access') && !sells,
    use: !sells || isStaffFor(profile, ['devices', 'money']),
    settings: isForDevices,
  }
  const open = tab !== undefined && shown[tab] ? tab : 'overview'
  const words = {
    overview: 'tabOverview',
    access: 'tabAccess',
    use: sells ? 'tabSales' : 'tabUse',
    settings: 'tabSettings',
  } as const // its literals are keys
  return (
    <Tabs
      value={open}
      onChange={(value) =>
        void navigate({ to: '.', search: readTab({ tab: value }), replace: true, resetScroll: false })
      }
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {deviceTabs
          .filter((name) => shown[name])
          .map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(words[name])}
            </Tabs.Tab>
          ))}
      </Tabs.List>
      <Tabs.Panel value={open}>
        <Columns open={open} device={device} isForDevices={isForDevices} />
      </Tabs.Panel>
    </Tabs>
  )
}

const Columns = ({ open, device, isForDevices }: { open: DeviceTab; device: Device; isForDevices: boolean }) => {
  if (open === 'overview') return <Overview device={device} isForDevices={isForDevices} />
  if (open === 'access') return <Access device={device} />
  if (open === 'use') return <Use device={device} />
  return <Settings device={device} />
}

const Overview = ({ device, isForDevices }: { device: Device; isForDevices: boolean }) => (
  <div className={classes.columns}>
    <DeviceLogCard deviceId={device.id} offlineSince={device.isOffline ? device.lastSeen : null} />
    <Stack gap="md" className={classes.side}>
      {isForDevices ? <CommandsCard device={device} /> : null}
      {isForDevices ? <LockoutCard device={device} /> : null}
      {isForDevices ? <DeviceIssuesCard deviceId={device.id} /> : null}
      {device.kind === 'memberbucks' ? <BalanceOffCard /> : null}
      {device.kind === 'door' ? <DoorListCard deviceId={device.id} /> : null}
      <TryItCard devices={[device]} />
    </Stack>
  </div>
)

const Access = ({ device }: { device: Device }) => (
  <div className={classes.columns}>
    <HoldersCard device={device} />
    <Stack gap="md" className={classes.side}>
      <GiveAccessCard device={device} />
      <DefaultAccessCard device={device} />
      <RequirementsCard device={device} />
    </Stack>
  </div>
)

const Use = ({ device: { id, kind } }: { device: Device }) => {
  const decides = isStaffFor(useProfile(), ['devices', 'money'])
  if (kind !== 'memberbucks') {
    return (
      <Stack gap="md">
        {kind === 'interlock' && decides ? <HeldUsesCard interlockId={id} /> : null}
        <UsageCard deviceId={id} kind={kind} />
      </Stack>
    )
  }
  return (
    <div className={classes.columns}>
      <PurchasesCard deviceId={id} />
      <Stack gap="md" className={classes.side}>
        <SalesCard deviceId={id} />
      </Stack>
    </div>
  )
}

const Settings = ({ device }: { device: Device }) => {
  // Who gives access finds the certificates there.
  const maySeeAccess = isStaffFor(useProfile(), 'access')
  return (
    <div className={classes.columns}>
      <Stack gap="md">
        <DeviceOptionsForm device={device} />
        {device.kind === 'memberbucks' || maySeeAccess ? null : <RequirementsCard device={device} />}
        {device.kind === 'interlock' ? <MachinePricesCard interlockId={device.id} /> : null}
        {device.kind === 'memberbucks' ? <CreditLimitsCard deviceId={device.id} /> : null}
      </Stack>
      <Stack gap="md">
        {device.kind === 'memberbucks' ? null : <DeviceLabelCard deviceId={device.id} name={device.name} />}
        {device.kind === 'memberbucks' ? null : <DriverCard deviceId={device.id} kind={device.kind} />}
        <KeysOfDeviceCard device={device} />
        <AuthorisationCard device={device} />
        <RemovalCard device={device} />
      </Stack>
    </div>
  )
}
