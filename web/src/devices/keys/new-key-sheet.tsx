import { Stack, Text, SegmentedControl } from '@mantine/core'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { useState } from 'react'
import { portalOrigin } from '#platform/api/transport.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { QrCode } from '../../platform/ui/qr-code.tsx'
import { AddressRow, portalAddress } from '../address-row.tsx'
import { deviceConfig } from '../device-config.ts'
import { DeviceSecretCard } from './secret-card.tsx'

type Props = {
  device: { kind: DeviceKind; serial: string }
  secret: string
  /** Where the portal says it is reached; until that is known, where this page came from. */
  siteUrl: string | undefined
}

/** A new key of a device, shown this once: to copy, to scan, and as the configuration a board takes. */
export const NewKeySheet = ({ device, secret, siteUrl }: Props) => {
  const { t } = useTranslation('devices')
  const [form, setForm] = useState<'json' | 'header'>('json')
  const address = portalAddress(siteUrl, new URL(portalOrigin()))
  const config = deviceConfig({ ...device, key: secret, address })
  return (
    <Stack gap="md">
      <DeviceSecretCard secret={secret} />
      <Stack gap={8}>
        <Text fw={500}>{t('config')}</Text>
        <AddressRow address={address} />
        <SegmentedControl
          aria-label={t('config')}
          value={form}
          onChange={(value) => setForm(value)}
          data={[
            { value: 'json', label: t('configJson') },
            { value: 'header', label: t('configHeader') },
          ]}
        />
        <CopyField key={form} text={config[form]} label={t('copyConfig')} />
      </Stack>
      <QrCode address={config.json} label={t('qr')} />
    </Stack>
  )
}
