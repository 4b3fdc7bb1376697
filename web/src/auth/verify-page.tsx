import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, Link, createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useOnce, useDelay } from '#platform/form/use-once.ts'
import { sessionQuery, startSession } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { verifyEmail } from './api.ts'
import { OutcomeCard } from './outcome-card.tsx'

const redirectMs = 2000

const VerifyPage = () => {
  const { t } = useTranslation('auth')
  const { verifyToken } = Route.useParams()
  const client = useQueryClient()
  const router = useRouter()
  const [next, setNext] = useState<'dashboard' | 'login' | { newEmail: string }>('dashboard')
  const { state, again } = useOnce(async () => {
    const before = client.getQueryData(sessionQuery.queryKey)
    await verifyEmail({ token: verifyToken })
    const profile = await startSession(client).catch(() => null)
    if (!profile) setNext('login')
    else if (before && before.email !== profile.email) setNext({ newEmail: profile.email })
  })
  const goOn = () => void router.navigate({ to: '/dashboard' })
  useDelay(state.status === 'done' && next === 'dashboard', { ms: redirectMs, run: goOn })

  if (state.status === 'working') return <OutcomeCard kind="working" title={t('verifyWorking')} />
  if (state.status === 'done' && next === 'login') {
    return (
      <OutcomeCard kind="done" title={t('verifyDone')} text={t('verifyDoneLogin')}>
        <Button size="xs" component={Link} to="/login">
          {t('toLogin')}
        </Button>
      </OutcomeCard>
    )
  }
  if (state.status === 'done' && typeof next === 'object') {
    return (
      <OutcomeCard kind="done" title={t('emailChanged')} text={t('emailChangedHint', { email: next.newEmail })}>
        <Button size="xs" onClick={goOn}>
          {t('toDashboard')}
        </Button>
      </OutcomeCard>
    )
  }
  if (state.status === 'done') {
    return (
      <OutcomeCard kind="done" title={t('verifyDone')} text={t('verifyDoneHint')}>
        <Button size="xs" onClick={goOn}>
          {t('toDashboard')}
        </Button>
      </OutcomeCard>
    )
  }
  return <Failed error={state.error} onRetry={again} />
}

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('auth')
  const { enableMail } = useSite().features
  const toLogin = (
    <Button size="xs" component={Link} to="/login">
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
  if (hasCode(error, 'linkExpiredNoMail')) {
    return (
      <OutcomeCard kind="failed" title={t('verifyExpired')} text={t('verifyExpiredNoMail')}>
        {toLogin}
      </OutcomeCard>
    )
  }
  if (hasCode(error, 'invalidLink') || hasCode(error, 'badInput')) {
    return (
      <OutcomeCard
        kind="failed"
        title={t('verifyInvalid')}
        text={t(enableMail ? 'verifyInvalidHint' : 'verifyInvalidNoMail')}
      >
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
      <Button size="xs" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/profile/email/$verifyToken/verify')({
  component: VerifyPage,
  staticData: { title: 'auth:titleVerify', bgGradient: true },
})
