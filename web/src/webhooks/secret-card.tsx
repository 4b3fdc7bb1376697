// On its own: adding a receiver and making it a new secret both show one.
import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { FormError } from '#platform/ui/form-error.tsx'

/** A secret that is shown this once. */
export const ReceiverSecretCard = ({ secret, onDone }: { secret: string; onDone: () => void }) => {
  const { t } = useTranslation('webhooks')
  return (
    <Stack gap="md">
      <FormError tone="green">{t('secretOnce')}</FormError>
      <CopyField text={secret} label={t('copySecret')} />
      <Text size="sm" c="dimmed">
        {t('secretUse')}
      </Text>
      <Button onClick={onDone}>{t('done')}</Button>
    </Stack>
  )
}
