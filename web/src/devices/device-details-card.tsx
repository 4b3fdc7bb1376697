import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Device, DeviceKind } from '@spacekeeper/contract/devices.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { DeviceLogCard } from '../audits/device-log-card.tsx'
import { AuthorisationCard } from '../enrolments/authorisation-card.tsx'
import { CommandsCard } from '../enrolments/commands-card.tsx'
import { KeysCard } from '../enrolments/keys-card.tsx'
import { RemovalCard } from '../enrolments/removal-card.tsx'
import { DoorListCard } from '../fleets/door-list-card.tsx'
import { TryItCard } from '../fleets/try-it-card.tsx'
import { UsageCard } from '../fleets/usage-card.tsx'
import { DriverCard } from '../drivers/driver-card.tsx'
import { MachinePricesCard } from '../interlocks/machine-prices-card.tsx'
import { CreditLimitsCard } from '../vending/credit-limits-card.tsx'
import { PurchasesCard } from '../vending/purchases-card.tsx'
import { SalesCard } from '../vending/sales-card.tsx'
import { deviceQuery } from './api.ts'
import { DefaultAccessCard } from './default-access-card.tsx'
import classes from './device-details.module.css'
import { DeviceOptionsForm } from './device-options-form.tsx'
import { DeviceStateBadge } from './device-state-badge.tsx'
import { HoldersCard } from './holders-card.tsx'
import { LockoutCard } from './lockout-card.tsx'

/** One device with everything staff do about it; what somebody may not do is not shown. */
export const DeviceDetailsCard = ({ deviceId, kind }: { deviceId: string; kind: DeviceKind }) => {
  const id = /^\d{1,9}$/.test(deviceId) ? Number(deviceId) : 0
  return id > 0 ? <Known key={id} id={id} kind={kind} /> : <Unknown />
}

const Known = ({ id, kind }: { id: number; kind: DeviceKind }) => {
  const query = useQuery(deviceQuery(id))
  if (hasCode(query.error, 'notFound') || (query.data && query.data.kind !== kind)) return <Unknown />
  return (
    <Page query={query} skeleton={<RowsSkeleton rows={5} />}>
      {(device) => (device.removedAt === null ? <Details device={device} /> : <OutOfUse device={device} />)}
    </Page>
  )
}

const Details = ({ device }: { device: Device }) => {
  const profile = useProfile()
  const isForDevices = isStaffFor(profile, 'devices')
  const isForAccess = isStaffFor(profile, 'access') && device.kind !== 'memberbucks'
  const sells = isForDevices && device.kind === 'memberbucks'
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Title order={2} fz="xl" lh={1.25} style={{ overflowWrap: 'anywhere' }}>
          {device.name}
        </Title>
        <Group gap="sm">
          <DeviceStateBadge device={device} withReason />
        </Group>
      </Stack>
      <div className={classes.columns}>
        <Stack gap="md">
          {isForAccess ? <HoldersCard device={device} /> : null}
          {sells ? <PurchasesCard deviceId={device.id} /> : null}
          {device.kind === 'memberbucks' ? null : <UsageCard deviceId={device.id} kind={device.kind} />}
          <DeviceLogCard deviceId={device.id} offlineSince={device.isOffline ? device.lastSeen : null} />
        </Stack>
        <Stack gap="md" className={classes.side}>
          {isForDevices ? <CommandsCard device={device} /> : null}
          {isForDevices ? <LockoutCard device={device} /> : null}
          <TryItCard deviceId={device.id} kind={device.kind} />
          {device.kind === 'door' ? <DoorListCard deviceId={device.id} /> : null}
          {isForAccess ? <DefaultAccessCard device={device} /> : null}
          {isForDevices && device.kind === 'interlock' ? <MachinePricesCard interlockId={device.id} /> : null}
          {isForDevices && device.kind !== 'memberbucks' ? (
            <DriverCard deviceId={device.id} kind={device.kind} />
          ) : null}
          {sells ? <SalesCard deviceId={device.id} /> : null}
          {sells ? <CreditLimitsCard deviceId={device.id} /> : null}
          {isForDevices ? (
            <>
              <DeviceOptionsForm device={device} />
              <KeysCard device={device} />
              <AuthorisationCard device={device} />
              <RemovalCard device={device} />
            </>
          ) : null}
        </Stack>
      </div>
    </Stack>
  )
}

/** What is out of use is only read. */
const OutOfUse = ({ device }: { device: Device }) => {
  const { t } = useTranslation('enrolments')
  const isForDevices = isStaffFor(useProfile(), 'devices')
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
      {kind === 'memberbucks' && isForDevices ? <PurchasesCard deviceId={id} /> : null}
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
        <Button component={Link} to="/manage/devices">
          {t('allDevices')}
        </Button>
      }
    />
  )
}
