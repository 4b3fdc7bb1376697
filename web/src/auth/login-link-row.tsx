import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { requestLoginLink } from '#platform/api/first-calls.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'

/** The way in for members whose password waits because others tried it too often. Kiosks are shared, so they have none. */
export const LoginLinkRow = ({ email }: { email: string }) => {
  const { t } = useTranslation('auth')
  const { features, kiosk } = useSite()
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [error, setError] = useState<unknown>(null)
  const send = async () => {
    if (email.trim() === '') return setError('empty')
    setState('sending')
    setError(null)
    try {
      await requestLoginLink({ email: email.trim() })
      setState('sent')
    } catch (failure) {
      setError(failure)
      setState('idle')
    }
  }
  if (features.loginLinks === 'never') return null
  if (kiosk === 'authorised') return <Text size="sm">{t('linkAtKiosk')}</Text>
  if (!features.enableMail) return <Text size="sm">{t('forgotNoMail')}</Text>
  if (state === 'sent') return <FormError tone="green">{t('linkSent')}</FormError>
  return (
    <Stack gap={6}>
      <Button variant="default" loading={state === 'sending'} onClick={() => void send()}>
        {t('linkRequest')}
      </Button>
      {error ? <FormError>{error === 'empty' ? t('linkNeedsEmail') : errorText(error)}</FormError> : null}
    </Stack>
  )
}
