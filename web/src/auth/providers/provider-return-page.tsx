import { Anchor, Button, Stack, Text } from '@mantine/core'
import type { ProviderOutcome, ProviderReturn } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useOnce } from '#platform/form/use-once.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { safeRedirect } from '#platform/session/safe-redirect.ts'
import { startSession, useProfile } from '#platform/session/session.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { finishProviderLogin, registerByProvider } from './api.ts'
import { ProviderCodeForm } from './provider-code-form.tsx'
import { ProviderPersonForm } from './provider-person-form.tsx'
import { ProviderTestCard } from './provider-test-card.tsx'

/** Where the browser goes on once it is done here. */
const useOnward = () => {
  const client = useQueryClient()
  const router = useRouter()
  const { t } = useTranslation('auth')
  const enter = async ({ next }: ProviderOutcome) => {
    const path = safeRedirect(next, globalThis.location.origin)
    // The page may be one of the server’s, or of another site behind it.
    if (path !== null && path !== '/dashboard') return globalThis.location.assign(path)
    const profile = await startSession(client).catch(() => null)
    // Without the profile the guard would lead to the login; a full load asks for everything anew.
    if (profile) await router.navigate({ to: '/dashboard', replace: true })
    else globalThis.location.assign('/dashboard')
  }
  const goBack = ({ outcome, next, providerName }: ProviderOutcome) => {
    const isLinked = outcome === 'linked'
    notify.done({ text: isLinked ? t('providerLinkedDone', { name: providerName }) : t('providerConfirmedDone') })
    router.history.replace((isLinked ? null : safeRedirect(next, globalThis.location.origin)) ?? '/account/security')
  }
  return { enter, goBack }
}

/** Where every provider sends browsers back to. What the answer leads to, the portal says. */
const ProviderReturnPage = () => {
  const { t } = useTranslation('auth')
  const { history } = useRouter()
  const [returned] = useState(() => readReturn(history.location.search))
  const profile = useProfile()
  const { enter, goBack } = useOnward()
  const [reached, setReached] = useState<ProviderOutcome | null>(null)
  const { state: task } = useOnce(async () => {
    const outcome = await finishProviderLogin(returned)
    if (outcome.outcome === 'loggedIn') return enter(outcome)
    if (outcome.outcome === 'linked' || outcome.outcome === 'confirmed') return goBack(outcome)
    setReached(outcome)
  })
  if (task.status === 'failed') {
    return (
      <OutcomeCard kind="failed" title={t(profile ? 'providerNotDone' : 'providerFailed')} text={errorText(task.error)}>
        <Button size="xs" component={Link} to={profile ? '/account/security' : '/login'}>
          {t(profile ? 'providerToSecurity' : 'backToLogin')}
        </Button>
      </OutcomeCard>
    )
  }
  if (reached?.test) return <ProviderTestCard test={reached.test} providerName={reached.providerName} />
  if (reached?.person) {
    const { person, providerName: name } = reached
    return (
      <AuthFrame
        title={t('providerRegisterHeading')}
        subtitle={t('providerRegisterHint', { name })}
        below={
          <Stack gap={4}>
            <Text size="sm">{t('providerHaveAccount', { name })}</Text>
            <Anchor component={Link} to="/login" underline="always" size="sm">
              {t('backToLogin')}
            </Anchor>
          </Stack>
        }
      >
        <ProviderPersonForm
          person={person}
          providerName={name}
          submit={async (details) => enter(await registerByProvider({ ...details, state: returned.state }))}
        />
      </AuthFrame>
    )
  }
  if (reached) return <ProviderCodeForm state={returned.state} onLoggedIn={enter} />
  return <OutcomeCard kind="working" title={t('providerWorking')} />
}

/** As it stands in the address: the router would take some codes for numbers. */
const readReturn = (search: string): ProviderReturn => {
  const sent = new URLSearchParams(search)
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => sent.get(name))
  return { state: state ?? '', ...(code && { code }), ...(iss && { iss }), ...(error && { error }) }
}

export const Route = createFileRoute('/login/provider')({
  component: ProviderReturnPage,
  loader: async () => {
    const { providersText } = await import('./text.ts')
    addTexts({ auth: providersText })
  },
  staticData: { title: 'auth:titleLogin', bgGradient: true },
})
