import { Button, Card, Group, Text, Title } from '@mantine/core'
import type { HeldKey } from '@spacekeeper/contract/api-keys/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { giveKey, revokeKey } from '../devices/api.ts'
import { KeyOwnerStatus } from '../devices/keys/key-owner-dialog.tsx'
import { ownedKeysQuery } from './api.ts'
import { KeyActions } from './key-actions-row.tsx'
import classes from './keys.module.css'

/** The keys of devices by their owners: first those on which staff have to decide, the others when asked for. */
export const DeviceKeysCard = () => {
  const { t } = useTranslation('apiKeys')
  const query = useQuery(ownedKeysQuery)
  return (
    <Card component="section" aria-labelledby="device-keys">
      <Title order={2} id="device-keys" mb={6}>
        {t('deviceKeys')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('deviceKeysText')}
      </Text>
      <Page query={query}>{({ keys }) => <DeviceKeys keys={keys.filter(({ kind }) => kind === 'device')} />}</Page>
    </Card>
  )
}

const DeviceKeys = ({ keys }: { keys: readonly HeldKey[] }) => {
  const { t } = useTranslation('apiKeys')
  const [isAll, setAll] = useState(false)
  const waiting = keys.filter(({ owner }) => (owner?.lapse ?? null) !== null)
  const others = keys.length - waiting.length
  return (
    <>
      {waiting.length === 0 ? <Text size="sm">{t('deviceKeysFine')}</Text> : null}
      <ul className={classes.list} aria-label={t('deviceKeys')}>
        {(isAll ? keys : waiting).map((key) => (
          <DeviceKeyRow key={key.id} of={key} />
        ))}
      </ul>
      {others > 0 && !isAll ? (
        <Group>
          <Button variant="subtle" px={0} onClick={() => setAll(true)}>
            {t('showDeviceKeys', { count: others })}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

const DeviceKeyRow = ({ of: key }: { of: HeldKey }) => {
  const { t } = useTranslation('apiKeys')
  const { id: keyId, name, prefix, owner, createdBy, lastUsedAt } = key
  const deviceId = key.device?.id ?? 0
  const when = formatSince(key.createdAt)
  const facts = [
    createdBy === null ? t('made', { when }) : t('madeBy', { when, name: createdBy }),
    owner === null ? t('noOwner') : t('ownedBy', { name: owner.name }),
    lastUsedAt === null ? t('unused') : t('used', { when: formatSince(lastUsedAt) }),
  ]
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          <code>{prefix}…</code> {facts.join(', ')}
        </span>
        <KeyOwnerStatus owner={owner} />
      </span>
      <span className={classes.state}>
        <KeyActions
          name={name}
          isApiKey={false}
          give={(memberId) => giveKey({ deviceId, keyId, memberId })}
          revoke={() => revokeKey({ deviceId, keyId })}
        />
      </span>
    </li>
  )
}
