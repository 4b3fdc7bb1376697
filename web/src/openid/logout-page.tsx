import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { api } from '#platform/api/client.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { endLogins } from './api.ts'
import { loadOpenidWords } from './page-words.ts'

/** Behind the sign that is sent to no server and stands in no log. */
const xsrfIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, '')).get('xsrf') ?? ''

/** Where a site sends members who log out there. */
const LogoutSitesPage = () => {
  const { t } = useTranslation('openid')
  const isLoggedIn = useProfile() !== null
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { address } = await endLogins({ xsrf: xsrfIn(globalThis.location.hash) })
      if (isLoggedIn) await api.auth.logout()
      return address
    },
    onSuccess: (address) => globalThis.location.assign(address),
  })
  return (
    <AuthFrame title={t('logoutTitle')} subtitle={t('logoutText')}>
      <Stack gap="sm">
        {error ? <FormError>{errorText(error)}</FormError> : null}
        <Button loading={isPending} onClick={() => mutate()}>
          {t('logoutAll')}
        </Button>
        <Button variant="default" component={Link} to={isLoggedIn ? '/dashboard' : '/login'}>
          {t('stay')}
        </Button>
      </Stack>
    </AuthFrame>
  )
}

export const Route = createFileRoute('/sso/logout')({
  component: LogoutSitesPage,
  loader: loadOpenidWords,
  staticData: { title: 'openid:titleLogoutSites', bgGradient: true },
})
