// On its own: two dialogs show a secret.
import { Stack } from '@mantine/core'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { FormError } from '#platform/ui/form-error.tsx'

/** The secret of a site, which is shown this once. */
export const SiteSecret = ({ secret }: { secret: string }) => {
  const { t } = useTranslation('openid')
  return (
    <Stack gap="sm">
      <FormError tone="green">{t('secretOnce')}</FormError>
      <CopyField text={secret} label={t('copySecret')} />
    </Stack>
  )
}
