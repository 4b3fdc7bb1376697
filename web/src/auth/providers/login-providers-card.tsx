import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ProviderView } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatNumber, formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { providersQuery, removeProvider, startProviderTest } from './api.ts'
import { ProviderDialog } from './provider-dialog.tsx'
import classes from '../security/security.module.css'

/** Other providers with whose accounts members log in here. */
export const LoginProvidersCard = () => {
  const { t } = useTranslation('auth')
  const [isNew, setNew] = useState(false)
  return (
    <Card component="section" aria-labelledby="login-providers">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 240px">
          <Title order={2} id="login-providers">
            {t('providersHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('providersHint')}
          </Text>
        </Stack>
        <Button size="xs" variant="default" onClick={() => setNew(true)}>
          {t('providerNew')}
        </Button>
      </Group>
      <Page query={useQuery(providersQuery)} skeleton={<RowsSkeleton rows={1} />}>
        {({ providers, redirectUri }) => (
          <Stack gap="sm" mt="sm">
            {providers.length === 0 ? (
              <Text size="sm">{t('providersNone')}</Text>
            ) : (
              <ul className={classes.list}>
                {providers.map((provider) => (
                  <ProviderRow key={provider.id} provider={provider} />
                ))}
              </ul>
            )}
            <Text size="sm">{t('providersRedirect')}</Text>
            <CopyField text={redirectUri} label={t('providersRedirectCopy')} />
          </Stack>
        )}
      </Page>
      {isNew ? <ProviderDialog provider={null} onClose={() => setNew(false)} /> : null}
    </Card>
  )
}

const ProviderRow = ({ provider }: { provider: ProviderView }) => {
  const { t } = useTranslation('auth')
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const { name, issuer, isOn, links, lastUsedAt } = provider
  const close = () => setOpen(null)
  const facts = [
    links === 0 ? t('providerLinks_zero') : t('providerLinks', { count: links, formatted: formatNumber(links) }),
    lastUsedAt ? t('providerLastUsed', { when: formatSince(lastUsedAt) }) : t('providerUnused'),
  ]
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Text fw={500}>{name}</Text>
        <Text size="sm">{issuer}</Text>
        <Text size="sm" c="dimmed">
          {facts.join(', ')}
        </Text>
        <Status kind={isOn ? 'fine' : 'waiting'}>{t(isOn ? 'providerOn' : 'providerOff')}</Status>
      </div>
      <Group gap="xs">
        <TestButton provider={provider} />
        <Button size="xs" variant="default" aria-label={t('providerEditOf', { name })} onClick={() => setOpen('edit')}>
          {t('providerEdit')}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t('providerRemoveOf', { name })}
          onClick={() => setOpen('remove')}
        >
          {t('providerRemove')}
        </Button>
      </Group>
      {open === 'edit' ? <ProviderDialog provider={provider} onClose={close} /> : null}
      {open === 'remove' ? <RemoveDialog provider={provider} onClose={close} /> : null}
    </li>
  )
}

const TestButton = ({ provider: { id, name } }: { provider: ProviderView }) => {
  const { t } = useTranslation('auth')
  const { mutate, isPending } = useMutation({
    mutationFn: () => startProviderTest({ providerId: id }),
    onSuccess: ({ address }) => globalThis.location.assign(address),
    onError: (error) => notify.failed(error),
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={isPending}
      aria-label={t('providerTestOf', { name })}
      onClick={() => mutate()}
    >
      {t('providerTest')}
    </Button>
  )
}

const RemoveDialog = ({ provider, onClose }: { provider: ProviderView; onClose: () => void }) => {
  const { t } = useTranslation('auth')
  const { id, name, links } = provider
  return (
    <ConfirmDialog
      title={t('providerRemoveTitle', { name })}
      text={
        links === 0
          ? t('providerRemoveText_zero')
          : t('providerRemoveText', { count: links, formatted: formatNumber(links) })
      }
      action={t('providerRemoveAction')}
      isDangerous
      run={async () => {
        await removeProvider({ providerId: id })
        notify.done({ text: t('providerRemoved', { name }) })
      }}
      onClose={onClose}
    />
  )
}
