// On its own: the dialogs of devices and of API keys show a secret.
import { Stack, Text } from '@mantine/core'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { FormError } from '#platform/ui/form-error.tsx'

/** A key that is shown this once. */
export const DeviceSecretCard = ({ secret }: { secret: string }) => {
  const { t } = useTranslation('devices')
  return (
    <Stack gap="sm">
      <FormError tone="green">{t('keyOnce')}</FormError>
      <Text fw={500}>{t('key')}</Text>
      <CopyField text={secret} label={t('copyKey')} />
    </Stack>
  )
}
