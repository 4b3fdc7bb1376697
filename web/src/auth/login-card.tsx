import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loginHint } from '#platform/session/login-hint.ts'
import { type LoginSearch, afterLogin } from '#platform/session/safe-redirect.ts'
import { startSession } from '#platform/session/session.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { JoinPanel, JoinCard } from './join-card.tsx'
import { LoginForm } from './login-form.tsx'

/** The login screen of `/` and `/login`: who has an account on the left, who has none on the right. */
export const LoginCard = ({ search }: { search: LoginSearch }) => {
  const { t } = useTranslation('auth')
  const { t: tPlatform } = useTranslation('platform')
  const [hint] = useState(loginHint.read)
  const client = useQueryClient()
  const router = useRouter()

  const goOn = async () => {
    const { path, isFullLoad } = afterLogin(search, globalThis.location.origin)
    if (isFullLoad) return globalThis.location.assign(path)
    const profile = await startSession(client).catch(() => null)
    // Without the profile the guard would lead back here; a full load asks for everything anew.
    if (!profile) return globalThis.location.assign(path)
    router.history.push(path)
  }

  return (
    <AuthFrame title={t('loginHeading')} subtitle={t('loginHint')} aside={<JoinPanel />} below={<JoinCard />}>
      {hint?.reason ? (
        <Text role="status" mb="md">
          {tPlatform(`sessionEnd.${hint.reason}`)}
        </Text>
      ) : null}
      <LoginForm onSuccess={() => void goOn()} email={hint?.email} />
    </AuthFrame>
  )
}
