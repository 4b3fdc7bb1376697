import { Card, Title, Text, Button, Group, Stack } from '@mantine/core'
import type { Device, DeviceKey } from '@spacekeeper/contract/devices/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { deviceKeysQuery, createKey, giveKey, pendingQuery, revokeKey } from '../api.ts'
import { KeyOwnerDialog, KeyOwnerStatus } from './key-owner-dialog.tsx'
import { NewKeySheet } from './new-key-sheet.tsx'
import classes from '../enrolments.module.css'

/** The keys of a device: which there are, a new one, and the end of one. */
export const KeysOfDeviceCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const query = useQuery(deviceKeysQuery(device.id))
  const [secret, setSecret] = useState<string | null>(null)
  const { data: pending } = useQuery({ ...pendingQuery, enabled: secret !== null })
  const [isBusy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    try {
      const { key } = await createKey({ deviceId: device.id })
      setSecret(key)
    } catch (error) {
      notify.failed(error)
    }
    setBusy(false)
  }
  return (
    <Card component="section" aria-labelledby="device-keys">
      <Title order={2} id="device-keys">
        {t('keysTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('keysText')}
      </Text>
      <Page query={query}>{({ keys }) => <Keys keys={keys} deviceId={device.id} />}</Page>
      <Button variant="default" mt="sm" loading={isBusy} onClick={() => void make()}>
        {t('newKey')}
      </Button>
      {secret === null ? null : (
        <BasicDialog
          onClose={() => setSecret(null)}
          closeOnClickOutside={false}
          title={t('newKeyTitle', { name: device.name })}
        >
          <Stack gap="md">
            <Text size="sm">{t('newKeyText')}</Text>
            <NewKeySheet
              device={{ kind: device.kind, serial: device.serial ?? '' }}
              secret={secret}
              siteUrl={pending?.siteUrl}
            />
            <Button onClick={() => setSecret(null)}>{t('done')}</Button>
          </Stack>
        </BasicDialog>
      )}
    </Card>
  )
}

const Keys = ({ keys, deviceId }: { keys: readonly DeviceKey[]; deviceId: number }) => {
  const { t } = useTranslation('devices')
  const [isAll, setAll] = useState(false)
  const living = keys.filter(({ revokedAt }) => revokedAt === null)
  const ended = keys.length - living.length
  return (
    <>
      {living.length === 0 ? <Text size="sm">{t('keysNone')}</Text> : null}
      <ul className={classes.list}>
        {(isAll ? keys : living).map((key) => (
          <Key key={key.id} of={key} deviceId={deviceId} />
        ))}
      </ul>
      {ended > 0 && !isAll ? (
        <Button variant="subtle" px={0} onClick={() => setAll(true)}>
          {t('showRevoked', { count: ended })}
        </Button>
      ) : null}
    </>
  )
}

const Key = ({
  of: { id, prefix, createdAt, createdBy, owner, lastUsedAt, revokedAt },
  deviceId,
}: {
  of: DeviceKey
  deviceId: number
}) => {
  const { t } = useTranslation('devices')
  const [open, setOpen] = useState<'owner' | 'revoke' | null>(null)
  const close = () => setOpen(null)
  const when = formatSince(createdAt)
  const facts = [
    createdBy === null ? t('keyCreated', { when }) : t('keyCreatedBy', { when, name: createdBy }),
    owner === null ? t('noOwner') : t('ownedBy', { name: owner.name }),
    lastUsedAt === null ? t('keyUnused') : t('keyUsed', { when: formatSince(lastUsedAt) }),
    ...(revokedAt === null ? [] : [t('keyRevoked', { when: formatSince(revokedAt) })]),
  ]
  const revoke = async () => {
    await revokeKey({ deviceId, keyId: id })
    notify.done({ text: t('revoked', { prefix }) })
  }
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <code>{prefix}…</code>
        <span className={classes.facts}>{facts.join(', ')}</span>
        {revokedAt === null ? <KeyOwnerStatus owner={owner} /> : null}
      </span>
      {revokedAt === null ? (
        <Group gap="xs" justify="flex-end">
          <Button variant="default" aria-label={t('ownerWhich', { name: prefix })} onClick={() => setOpen('owner')}>
            {t('changeOwner')}
          </Button>
          <Button variant="default" aria-label={t('revokeWhich', { prefix })} onClick={() => setOpen('revoke')}>
            {t('revoke')}
          </Button>
        </Group>
      ) : null}
      {open === 'owner' ? (
        <KeyOwnerDialog
          name={prefix}
          give={async (memberId) => {
            await giveKey({ deviceId, keyId: id, memberId })
            notify.done({ text: t('ownerGiven', { name: prefix }) })
          }}
          onClose={close}
        />
      ) : null}
      {open === 'revoke' ? (
        <ConfirmDialog
          title={t('revokeTitle', { prefix })}
          text={t('revokeText')}
          action={t('revoke')}
          isDangerous
          run={revoke}
          onClose={close}
        />
      ) : null}
    </li>
  )
}
