import { Card, Stack, Text, Title } from '@mantine/core'
import type { SiteView } from '@spacekeeper/contract/openid/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AddressWarning } from '#platform/ui/address-warning.tsx'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { settingsFor } from './presets.ts'

type Props = { site: SiteView; issuer: string }

/** What people type in at the site, ready to be copied. The secret is not known here any more. */
export const TypeInCard = ({ site, issuer }: Props) => {
  const { t } = useTranslation('openid')
  const { kind, clientId, address } = site
  const settings = settingsFor({ kind, clientId, issuer, address, secret: t('secretElsewhere') })
  const lines = [
    ['type_issuer', issuer],
    ['type_discovery', `${issuer}/.well-known/openid-configuration`],
    ['type_clientId', clientId],
  ] as const // keys of words
  return (
    <Card component="section" aria-labelledby="type-in">
      <Stack gap="md">
        <Title order={2} id="type-in">
          {t('typeTitle', { name: site.name })}
        </Title>
        {lines.map(([label, text]) => (
          <Stack key={label} gap={4}>
            <Text fw={500}>{t(label)}</Text>
            <CopyField text={text} label={t('copy')} />
          </Stack>
        ))}
        <Text size="sm" c="dimmed">
          {t(`type_${kind}`)}
        </Text>
        <AddressWarning />
        {settings === null ? null : <CopyField text={settings} label={t('copy')} />}
      </Stack>
    </Card>
  )
}
