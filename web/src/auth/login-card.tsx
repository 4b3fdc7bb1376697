import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { loginHint } from '#platform/session/login-hint.ts'
import type { LoginSearch } from '#platform/session/safe-redirect.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { late } from '#platform/ui/late.tsx'
import { JoinPanel, JoinCard } from './join-card.tsx'
import { LoginForm } from './login-form.tsx'

const PortalRow = late(() => import('../mobile/portal-row.tsx').then((file) => file.PortalRow))

const AppLoginRow = late(() => import('../mobile/app-login-row.tsx').then((file) => file.AppLoginRow))

/** Whether another site may have sent who is to log in. */
const isFromSite = ({ sso, next, nextUrl }: LoginSearch) =>
  sso !== undefined || next?.includes('/api/openid/') === true || nextUrl?.startsWith('/sso/') === true

type Props = { search: LoginSearch; onLoggedIn: () => void }

/**
 * The login screen of `/` and `/login`: who has an account on the left, who has none on the right. It is drawn before the
 * portal is loaded (../first-page.tsx), so neither it nor what it is made of may need the router or a query.
 */
export const LoginCard = ({ search, onLoggedIn }: Props) => {
  const { t } = useTranslation('auth')
  const { t: tPlatform } = useTranslation('platform')
  const [hint] = useState(loginHint.read)
  const shell = window.mobileShell
  return (
    <AuthFrame title={t('loginHeading')} subtitle={t('loginHint')} aside={<JoinPanel />} below={<JoinCard />}>
      {hint?.reason ? (
        <Text role="status" mb="md">
          {tPlatform(`sessionEnd.${hint.reason}`)}
        </Text>
      ) : null}
      <LoginForm onSuccess={onLoggedIn} email={hint?.email} />
      {isFromSite(search) ? <AppLoginRow search={search} /> : null}
      {shell ? <PortalRow shell={shell} /> : null}
    </AuthFrame>
  )
}
