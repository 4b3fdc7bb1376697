import { Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loginHint } from '#platform/session/login-hint.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { JoinPanel, JoinCard } from './join-card.tsx'
import { LoginForm } from './login-form.tsx'

const PortalRow = lazy(() => import('../mobile/portal-row.tsx').then((file) => ({ default: file.PortalRow })))

/**
 * The login screen of `/` and `/login`: who has an account on the left, who has none on the right. It is drawn before the
 * portal is loaded (../first-page.tsx), so neither it nor what it is made of may need the router or a query.
 */
export const LoginCard = ({ onLoggedIn }: { onLoggedIn: () => void }) => {
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
      {shell ? (
        <Suspense fallback={null}>
          <PortalRow shell={shell} />
        </Suspense>
      ) : null}
    </AuthFrame>
  )
}
