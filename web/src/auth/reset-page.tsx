import { Button, Anchor } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, Link, createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useDelay } from '#platform/form/use-once.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { loginHint } from '#platform/session/login-hint.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { OpenInAppRow } from '../mobile/open-in-app-row.tsx'
import { resetTokenQuery } from './api.ts'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'
import { ResetForm } from './reset-form.tsx'

const redirectMs = 3000

const ResetPage = () => {
  const { t } = useTranslation('auth')
  const { resetToken } = Route.useParams()
  const [isDone, setDone] = useState(false)
  const check = useQuery({ ...resetTokenQuery(resetToken), enabled: !isDone })
  const done = () => {
    if (check.data?.email) loginHint.set({ email: check.data.email, reason: null })
    setDone(true)
  }

  if (isDone) return <Changed />
  if (check.isFetching) return <OutcomeCard kind="working" title={t('resetChecking')} />
  if (check.isError) {
    return (
      <OutcomeCard kind="failed" title={t('resetCheckFailed')} text={errorText(check.error)}>
        <Button size="xs" onClick={() => void check.refetch()}>
          {t('tryAgain')}
        </Button>
      </OutcomeCard>
    )
  }
  if (!check.data?.success) return <Invalid />
  return (
    <AuthFrame title={t('resetHeading')} subtitle={t('resetHint')} below={<BackToLogin />}>
      <ResetForm token={resetToken} onSuccess={done} />
      <OpenInAppRow />
    </AuthFrame>
  )
}

const Changed = () => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  useDelay(true, { ms: redirectMs, run: () => void navigate({ to: '/login' }) })
  return (
    <OutcomeCard kind="done" title={t('resetDone')} text={t('resetDoneHint')}>
      <Button size="xs" component={Link} to="/login">
        {t('toLogin')}
      </Button>
    </OutcomeCard>
  )
}

const Invalid = () => {
  const { t } = useTranslation('auth')
  const [isForgotten, forgotten] = useDisclosure()
  return (
    <OutcomeCard kind="failed" title={t('resetHeading')} state={t('resetInvalid')} text={t('resetInvalidHint')}>
      <Button size="xs" onClick={forgotten.open}>
        {t('resetAgain')}
      </Button>
      <BackToLogin />
      <ForgotPasswordDialog opened={isForgotten} onClose={forgotten.close} email="" />
    </OutcomeCard>
  )
}

const BackToLogin = () => {
  const { t } = useTranslation('auth')
  return (
    <Anchor component={Link} to="/login">
      {t('backToLogin')}
    </Anchor>
  )
}

export const Route = createFileRoute('/profile/password/reset/$resetToken')({
  component: ResetPage,
  staticData: { title: 'auth:titleReset', bgGradient: true },
})
