import { Anchor, Button } from '@mantine/core'
import type { ForumRequest } from '@spacekeeper/contract/sso/shapes.ts'
import { createFileRoute, Link } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { findForumAddress } from './api.ts'
import { ForumQuestionCard } from './forum-question-card.tsx'

type ForumOutcome = { address: string } | { error: unknown }

/**
 * Asks where the browser goes on, and goes there. It is asked once: a forum that sends members back here starts anew. The
 * app asks its member first: any link opens this page in it, and the forum is in the phone’s browser.
 */
const goToForum = async (sso: ForumRequest): Promise<ForumOutcome> => {
  try {
    const address = await findForumAddress(sso)
    if (window.mobileShell === undefined) globalThis.location.replace(address)
    return { address }
  } catch (error) {
    return { error }
  }
}

/** A member who is logged in goes straight on to the forum that sent them here; in the app, once they said yes. */
const ForumPage = () => {
  const { t } = useTranslation('sso')
  const outcome = Route.useLoaderData()
  const sso = Route.useSearch()
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
  const shell = window.mobileShell
  if (shell) return <ForumQuestionCard shell={shell} host={host} sso={sso} />
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
