import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { OwnProvider } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatDay, formatMoment } from '#platform/i18n/format.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { ownProvidersQuery, startProviderLink, unlinkProvider } from './api.ts'
import classes from '../security/security.module.css'

/** Accounts at other providers that log a member in; nothing where the space has no provider. */
export const ProviderLinksCard = () => {
  const { t } = useTranslation('auth')
  const { data } = useQuery(ownProvidersQuery)
  const [unlinking, setUnlinking] = useState<OwnProvider | null>(null)
  if (!data || data.providers.length === 0) return null
  return (
    <Card component="section" aria-labelledby="providers">
      <Stack gap={2}>
        <Title order={2} id="providers">
          {t('linksHeading')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('linksHint')}
        </Text>
      </Stack>
      <ul className={classes.list}>
        {data.providers.map((provider) => (
          <ProviderRow key={provider.providerId} provider={provider} onUnlink={() => setUnlinking(provider)} />
        ))}
      </ul>
      {unlinking ? <UnlinkDialog provider={unlinking} onClose={() => setUnlinking(null)} /> : null}
    </Card>
  )
}

const ProviderRow = ({ provider, onUnlink }: { provider: OwnProvider; onUnlink: () => void }) => {
  const { t } = useTranslation('auth')
  const { name, isOn, link, providerId } = provider
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Text fw={500}>{name}</Text>
        {link?.email ? <Text size="sm">{link.email}</Text> : null}
        <Text size="sm" c="dimmed">
          {factsOf(t, provider)}
        </Text>
        {isOn ? null : (
          <Text size="sm" c="dimmed">
            {t('linkOff')}
          </Text>
        )}
      </div>
      {link ? (
        <Button size="xs" variant="default" aria-label={t('unlinkOf', { name })} onClick={onUnlink}>
          {t('unlink')}
        </Button>
      ) : (
        <LinkButton providerId={providerId} name={name} />
      )}
    </li>
  )
}

const factsOf = (t: Translate<'auth'>, { link }: OwnProvider): string => {
  if (!link) return t('linkNone')
  const linked = formatDay(link.linkedAt)
  return link.lastUsedAt
    ? t('linkFacts', { linked, used: formatMoment(link.lastUsedAt) })
    : t('linkFactsUnused', { linked })
}

/** Leads to the provider; the way back ends here. */
const LinkButton = ({ providerId, name }: { providerId: number; name: string }) => {
  const { t } = useTranslation('auth')
  const { mutate, isPending } = useMutation({
    mutationFn: () => startProviderLink({ providerId }),
    onSuccess: ({ address }) => globalThis.location.assign(address),
    onError: (error) => notify.failed(error),
  })
  return (
    <Button size="xs" variant="default" loading={isPending} aria-label={t('linkOf', { name })} onClick={() => mutate()}>
      {t('link')}
    </Button>
  )
}

const UnlinkDialog = ({ provider, onClose }: { provider: OwnProvider; onClose: () => void }) => {
  const { t } = useTranslation('auth')
  const { name, providerId } = provider
  return (
    <ConfirmDialog
      title={t('unlinkTitle', { name })}
      text={t('unlinkText')}
      action={t('unlinkAction')}
      isDangerous
      run={async () => {
        await unlinkProvider({ providerId })
        notify.done({ text: t('unlinked', { name }) })
      }}
      onClose={onClose}
    />
  )
}
