import { Stack, Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Device } from '@spacekeeper/contract/devices.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { DeviceLogCard } from '../audits/device-log-card.tsx'
import { DriverCard } from '../drivers/driver-card.tsx'
import { AuthorisationCard } from '../enrolments/authorisation-card.tsx'
import { CommandsCard } from '../enrolments/commands-card.tsx'
import { KeysCard } from '../enrolments/keys-card.tsx'
import { RemovalCard } from '../enrolments/removal-card.tsx'
import { DoorListCard } from '../fleets/door-list-card.tsx'
import { TryItCard } from '../fleets/try-it-card.tsx'
import { UsageCard } from '../fleets/usage-card.tsx'
import { MachinePricesCard } from '../interlocks/machine-prices-card.tsx'
import { CreditLimitsCard } from '../vending/credit-limits-card.tsx'
import { PurchasesCard } from '../vending/purchases-card.tsx'
import { SalesCard } from '../vending/sales-card.tsx'
import { DefaultAccessCard } from './default-access-card.tsx'
import classes from './device-details.module.css'
import { DeviceOptionsForm } from './device-options-form.tsx'
import { HoldersCard } from './holders-card.tsx'
import { LockoutCard } from './lockout-card.tsx'
import { deviceTabs, readTab, type DeviceTab } from './read-tab.ts'

type Props = { device: Device; tab: DeviceTab | undefined }

/** What staff do about a device, by what they came for; what somebody may not do is not shown. */
export const DeviceSheet = ({ device, tab }: Props) => {
  const { t } = useTranslation('devices')
  const navigate = useNavigate()
  const profile = useProfile()
  const isForDevices = isStaffFor(profile, 'devices')
  const sells = device.kind === 'memberbucks'
  const shown: Record<DeviceTab, boolean> = {
    overview: true,
    access: isStaffFor(profile, 'access') && !sells,
    use: !sells || isForDevices,
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
      onChange={(value) => void navigate({ to: '.', search: readTab({ tab: value }), replace: true })}
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
      {device.kind === 'door' ? <DoorListCard deviceId={device.id} /> : null}
      <TryItCard deviceId={device.id} kind={device.kind} />
    </Stack>
  </div>
)

const Access = ({ device }: { device: Device }) => (
  <div className={classes.columns}>
    <HoldersCard device={device} />
    <Stack gap="md" className={classes.side}>
      <DefaultAccessCard device={device} />
    </Stack>
  </div>
)

const Use = ({ device: { id, kind } }: { device: Device }) => {
  if (kind !== 'memberbucks') return <UsageCard deviceId={id} kind={kind} />
  return (
    <div className={classes.columns}>
      <PurchasesCard deviceId={id} />
      <Stack gap="md" className={classes.side}>
        <SalesCard deviceId={id} />
      </Stack>
    </div>
  )
}

const Settings = ({ device }: { device: Device }) => (
  <div className={classes.columns}>
    <Stack gap="md">
      <DeviceOptionsForm device={device} />
      {device.kind === 'interlock' ? <MachinePricesCard interlockId={device.id} /> : null}
      {device.kind === 'memberbucks' ? <CreditLimitsCard deviceId={device.id} /> : null}
    </Stack>
    <Stack gap="md">
      {device.kind === 'memberbucks' ? null : <DriverCard deviceId={device.id} kind={device.kind} />}
      <KeysCard device={device} />
      <AuthorisationCard device={device} />
      <RemovalCard device={device} />
    </Stack>
  </div>
)
