import { useState } from 'react'
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import { QrCard } from '../identities/qr-card.tsx'
import { CopyField, SecretCard } from './secret-card.tsx'
import { writeConfig } from './write-config.ts'

type Props = { device: { kind: DeviceKind; serial: string }; secret: string }

/** A new key of a device, shown this once: to copy, to scan, and as the configuration a board takes. */
export const NewKeySheet = ({ device, secret }: Props) => {
  const { t } = useTranslation('enrolments')
  const [form, setForm] = useState<'json' | 'header'>('json')
  const config = writeConfig({ ...device, key: secret, address: new URL(globalThis.location.href) })
  return (
    <Stack gap="md">
      <SecretCard secret={secret} />
      <Stack gap={8}>
        <Text fw={500}>{t('config')}</Text>
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
      <QrCard address={config.json} label={t('qr')} />
    </Stack>
  )
}
