import { Button, Group, Stack, Text } from '@mantine/core'
import type { ConsentQuestion } from '@spacekeeper/contract/openid/shapes.ts'
import { siteRefusalWords } from '@spacekeeper/contract/openid/words.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { refreshDomains } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { startSession, useProfile } from '#platform/session/session.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { LoginForm } from '../auth/login-form.tsx'
import { approveWaiting, waitingQuery } from './api.ts'
import { LearnedList } from './learned-list.tsx'
import { loadOpenidWords } from './page-words.ts'

const HomeButton = () => {
  const { t } = useTranslation('openid')
  return (
    <Button variant="default" component={Link} to="/dashboard">
      {t('toDashboard')}
    </Button>
  )
}

type ApprovalProps = { uid: string; question: ConsentQuestion }

/** The site wants a login that has just begun, and the one of this app is older. */
const LoginAgain = ({ site }: Pick<ConsentQuestion, 'site'>) => {
  const { t } = useTranslation('openid')
  const client = useQueryClient()
  const profile = useProfile()
  const goOn = async () => {
    await startSession(client).catch(() => null)
    await refreshDomains('openid')
  }
  return (
    <AuthFrame title={t('loginAgainTitle', { name: site.name })} subtitle={t('loginAgain', { name: site.name })}>
      <LoginForm onSuccess={() => void goOn()} email={profile?.email} />
    </AuthFrame>
  )
}

const ApprovalForm = ({ uid, question: { site, scopes } }: ApprovalProps) => {
  const { t } = useTranslation('openid')
  const profile = useProfile()
  const approval = useMutation({
    mutationFn: async () => {
      const { address } = await approveWaiting({ uid })
      await window.mobileShell?.openOutside(address)
    },
  })
  const { name } = site
  if (approval.isSuccess)
    return (
      <OutcomeCard kind="done" title={t('approvedTitle')} text={t('approvedText', { name })}>
        <HomeButton />
      </OutcomeCard>
    )
  const { host } = new URL(site.address)
  return (
    <AuthFrame title={t('askTitle', { name })} subtitle={t('askText', { host, member: profile?.email ?? '' })}>
      <Stack gap="md">
        <LearnedList name={name} scopes={scopes} />
        <Text size="sm">{t('approveHint')}</Text>
        {approval.error ? <FormError>{errorText(approval.error)}</FormError> : null}
        <Group gap="sm">
          <Button loading={approval.isPending} onClick={() => approval.mutate()}>
            {t('allow', { name })}
          </Button>
          <Button variant="default" component={Link} to="/dashboard">
            {t('refuse')}
          </Button>
        </Group>
      </Stack>
    </AuthFrame>
  )
}

/** In the app: which site the phone's browser is about to log in to, and the member it would be. Any link can lead here, so it asks. */
const ApprovalPage = () => {
  const { t } = useTranslation('openid')
  const { uid } = Route.useParams()
  const { data: question, error, refetch, isFetching } = useQuery(waitingQuery(uid))
  if (!question) {
    const isGone = hasCode(error, 'notFound')
    return (
      <OutcomeCard
        kind="failed"
        title={isGone ? t('goneTitle') : t('titleApproval')}
        text={isGone ? t('goneText') : errorText(error)}
      >
        {isGone ? (
          <HomeButton />
        ) : (
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        )}
      </OutcomeCard>
    )
  }
  const { site, refusedFor, needsLogin } = question
  if (refusedFor !== null)
    return (
      <OutcomeCard kind="failed" title={t('refusedTitle', { name: site.name })} text={siteRefusalWords[refusedFor]}>
        <HomeButton />
      </OutcomeCard>
    )
  return needsLogin ? <LoginAgain site={question.site} /> : <ApprovalForm uid={uid} question={question} />
}

export const Route = createFileRoute('/sso/app/$uid')({
  component: ApprovalPage,
  beforeLoad: async ({ params: { uid } }) => {
    if (window.mobileShell !== undefined) return
    // A browser answers for itself.
    globalThis.location.replace(`/api/openid/interaction/${uid}`)
    await new Promise(() => {})
  },
  loader: async ({ context, params: { uid } }) => {
    await Promise.all([context.queryClient.prefetchQuery(waitingQuery(uid)), loadOpenidWords()])
  },
  staticData: { title: 'openid:titleApproval', loggedIn: true, bgGradient: true },
})
