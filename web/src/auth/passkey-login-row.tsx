import { Button, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'

/** The way in without an email and a password. Kiosks are shared, and neither the phone app nor browsers without https have one. */
export const PasskeyLoginRow = ({ onLoggedIn }: { onLoggedIn: () => void }) => {
  const { t } = useTranslation('auth')
  const { kiosk } = useSite()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (kiosk !== null || window.mobileShell !== undefined || globalThis.PublicKeyCredential === undefined) return null
  const logIn = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { logInWithPasskey } = await import('./security/passkey-login.ts')
      await logInWithPasskey()
      onLoggedIn()
    } catch (error) {
      setProblem(error instanceof ApiError ? errorText(error) : t('passkeyFailed'))
    }
    setBusy(false)
  }
  return (
    <Stack gap={6}>
      <Button
        variant="default"
        size="lg"
        loading={isBusy}
        leftSection={<IconKey size={18} aria-hidden />}
        onClick={() => void logIn()}
      >
        {t('passkeyLogin')}
      </Button>
      {problem ? <FormError>{problem}</FormError> : null}
    </Stack>
  )
}
