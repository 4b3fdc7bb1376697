import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useDelay, useOnce } from '#platform/form/use-once.ts'
import { startSession } from '#platform/session/session.ts'
import { verifyEmail } from './api.ts'
import { OutcomeCard } from './outcome-card.tsx'

const redirectMs = 2000

const VerifyPage = () => {
  const { t } = useTranslation('accounts')
  const { verifyToken } = Route.useParams()
  const client = useQueryClient()
  const router = useRouter()
  const { state, again } = useOnce(async () => {
    await verifyEmail({ token: verifyToken })
    await startSession(client).catch(() => null)
  })
  const goOn = () => void router.navigate({ to: '/dashboard' })
  useDelay(state.status === 'done', { ms: redirectMs, run: goOn })

  if (state.status === 'working') return <OutcomeCard kind="working" title={t('verifyWorking')} />
  if (state.status === 'done') {
    return (
      <OutcomeCard kind="done" title={t('verifyDone')} text={t('verifyDoneHint')}>
        <Button onClick={goOn}>{t('toDashboard')}</Button>
      </OutcomeCard>
    )
  }
  return <Failed error={state.error} onRetry={again} />
}

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('accounts')
  const toLogin = (
    <Button component={Link} to="/login">
      {t('toLogin')}
    </Button>
  )
  if (hasCode(error, 'linkExpired')) {
    return (
      <OutcomeCard kind="failed" title={t('verifyExpired')} text={t('verifyExpiredHint')}>
        {toLogin}
      </OutcomeCard>
    )
  }
  if (hasCode(error, 'invalidLink') || hasCode(error, 'badInput')) {
    return (
      <OutcomeCard kind="failed" title={t('verifyInvalid')} text={t('verifyInvalidHint')}>
        {toLogin}
      </OutcomeCard>
    )
  }
  if (hasCode(error, 'emailTaken')) {
    return (
      <OutcomeCard kind="failed" title={t('verifyFailed')} text={errorText(error)}>
        {toLogin}
      </OutcomeCard>
    )
  }
  return (
    <OutcomeCard kind="failed" title={t('verifyFailed')} text={errorText(error)}>
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/profile/email/$verifyToken/verify')({
  component: VerifyPage,
  staticData: { title: 'accounts:titleVerify', bgGradient: true },
})
