import { Button, Stack } from '@mantine/core'
import type { ProviderButton } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { IconLogin2 } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'

/** The ways in by accounts elsewhere. Shared screens have none, for the login there would stay, and neither has the phone app. */
export const ProviderLoginRow = () => {
  const { kiosk, features } = useSite()
  if (kiosk !== null || window.shell !== undefined || window.mobileShell !== undefined) return null
  return features.loginProviders.map((provider) => <ProviderLogin key={provider.id} provider={provider} />)
}

const ProviderLogin = ({ provider }: { provider: ProviderButton }) => {
  const { t } = useTranslation('auth')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const go = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { goToProvider } = await import('./providers/provider-login.ts')
      await goToProvider(provider.id)
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Stack gap={6}>
      <Button
        variant="default"
        size="lg"
        loading={isBusy}
        leftSection={<IconLogin2 size={18} aria-hidden />}
        onClick={() => void go()}
      >
        {t('providerLogin', { name: provider.name })}
      </Button>
      {problem ? <FormError>{problem}</FormError> : null}
    </Stack>
  )
}
