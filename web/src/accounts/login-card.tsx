import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { afterLogin, type LoginSearch } from '#platform/session/safe-redirect.ts'
import { startSession } from '#platform/session/session.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { JoinCard, JoinPanel } from './join-card.tsx'
import { LoginForm } from './login-form.tsx'

/** The login screen of `/` and `/login`: who has an account on the left, who has none on the right. */
export const LoginCard = ({ search }: { search: LoginSearch }) => {
  const { t } = useTranslation('accounts')
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
      <LoginForm onSuccess={() => void goOn()} />
    </AuthFrame>
  )
}
