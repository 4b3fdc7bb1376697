import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/api/error-text.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { requestLoginLink } from './api.ts'

/** The way in for members whose password waits because others tried it too often. Kiosks are shared, so they have none. */
export const LoginLinkRow = ({ email }: { email: string }) => {
  const { t } = useTranslation('auth')
  const { features, kiosk } = useSite()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => requestLoginLink({ email: email.trim() }),
  })
  if (kiosk === 'authorised') return <Text size="sm">{t('linkAtKiosk')}</Text>
  if (!features.enableMail) return <Text size="sm">{t('forgotNoMail')}</Text>
  if (isSuccess) return <FormError tone="green">{t('linkSent')}</FormError>
  return (
    <Stack gap={6}>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {t('linkRequest')}
      </Button>
      {error ? <FormError>{errorText(error)}</FormError> : null}
    </Stack>
  )
}
