import { Card, Title, Text, Group, Button } from '@mantine/core'
import type { PendingDevice } from '@spacekeeper/contract/devices/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { AddDeviceDialog } from './add-device-dialog.tsx'
import { pendingQuery, dismissPending } from './api.ts'
import classes from './enrolments.module.css'

/** Serial numbers that knocked and wait for a person; nothing where none does. */
export const PendingCard = () => {
  const { t } = useTranslation('devices')
  const { data } = useQuery(pendingQuery)
  const [chosen, setChosen] = useState<PendingDevice | null>(null)
  const pending = data?.pending ?? []
  return (
    <>
      {pending.length > 0 ? (
        <Card component="section" aria-labelledby="pending" className={classes.joining ?? ''}>
          <Title order={2} id="pending">
            {t('pendingTitle', { count: pending.length })}
          </Title>
          <Text size="sm">{t('pendingText', { count: pending.length })}</Text>
          <ul className={classes.list}>
            {pending.map((device) => (
              <Pending key={`${device.kind} ${device.serial}`} device={device} onAdd={() => setChosen(device)} />
            ))}
          </ul>
        </Card>
      ) : null}
      {/* It goes on showing the key when the device it adds is no longer pending. */}
      {chosen ? <AddDeviceDialog pending={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  )
}

const Pending = ({ device, onAdd }: { device: PendingDevice; onAdd: () => void }) => {
  const { t } = useTranslation('devices')
  const [isBusy, setBusy] = useState(false)
  const { kind, serial, ipAddress, attempts: count } = device
  const [first, last] = [formatSince(device.firstSeen), formatSince(device.lastSeen)]
  const dismiss = async () => {
    setBusy(true)
    try {
      await dismissPending({ kind, serial })
      notify.done({ text: t('dismissed', { serial }) })
    } catch (error) {
      notify.failed(error)
    }
    setBusy(false)
  }
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <Text component="span" fw={500}>
          {serial}
        </Text>
        <span className={classes.facts}>
          {t('pendingWhat', { kind: t(kind), address: ipAddress })}
          {'. '}
          {t('pendingTimes', { count, first, last })}
        </span>
      </span>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          loading={isBusy}
          aria-label={t('dismissWhich', { serial })}
          onClick={() => void dismiss()}
        >
          {t('dismiss')}
        </Button>
        <Button aria-label={t('addWhich', { serial })} onClick={onAdd}>
          {t('add')}
        </Button>
      </Group>
    </li>
  )
}
