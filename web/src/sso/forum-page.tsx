import { Anchor, Button } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hasCode } from '#platform/api/api-error.ts'
import { api } from '#platform/api/client.ts'
import { errorText } from '#platform/api/error-text.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'

type ForumOutcome = { address: string } | { error: unknown }

/** Asks where the browser goes on, and goes there. It is asked once: a forum that sends members back here starts anew. */
const goToForum = async (sso: { sso: string; sig: string }): Promise<ForumOutcome> => {
  try {
    const answer = await api.auth.login({ email: '', password: '', sso })
    const address = answer?.redirect ?? '/dashboard'
    globalThis.location.replace(address)
    return { address }
  } catch (error) {
    return { error }
  }
}

/** A member who is logged in goes straight on to the forum that sent them here. */
const ForumPage = () => {
  const { t } = useTranslation('sso')
  const outcome = Route.useLoaderData()
  if ('error' in outcome) {
    const text = hasCode(outcome.error, 'keptOut') ? t('suspended') : errorText(outcome.error)
    return (
      <OutcomeCard kind="failed" title={t('failed')} text={text}>
        <Button variant="default" component={Link} to="/dashboard">
          {t('toDashboard')}
        </Button>
      </OutcomeCard>
    )
  }
  const { host } = new URL(outcome.address, globalThis.location.origin)
  return (
    <OutcomeCard kind="working" title={t('going', { host })} text={t('goingText')}>
      <Anchor href={outcome.address}>{t('goNow', { host })}</Anchor>
    </OutcomeCard>
  )
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

export const Route = createFileRoute('/sso/forum')({
  component: ForumPage,
  validateSearch: ({ sso, sig }: Record<string, unknown>) => ({ sso: asText(sso), sig: asText(sig) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }): Promise<ForumOutcome> => {
    const [outcome] = await Promise.all([
      goToForum(deps),
      import('./text.ts').then(({ ssoText }) => addTexts({ sso: ssoText })),
    ])
    return outcome
  },
  staticData: { title: 'sso:titleForum', loggedIn: true, bgGradient: true },
})
