import { Button, Group, Stack } from '@mantine/core'
import type { ConsentQuestion } from '@spacekeeper/contract/openid/shapes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { startSession, useProfile } from '#platform/session/session.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { LoginForm } from '../auth/login-form.tsx'
import { answerQuestion, loginAddress, questionQuery } from './api.ts'
import { LearnedList } from './learned-list.tsx'
import { loadOpenidWords } from './page-words.ts'

const go = (address: string) => globalThis.location.assign(address)

const GoneCard = () => {
  const { t } = useTranslation('openid')
  return (
    <OutcomeCard kind="failed" title={t('goneTitle')} text={t('goneText')}>
      <Button variant="default" component={Link} to="/dashboard">
        {t('toDashboard')}
      </Button>
    </OutcomeCard>
  )
}

/** Answers, and goes on to the site either way. */
const useAnswer = (uid: string) =>
  useMutation({
    mutationFn: (isAllowed: boolean) => answerQuestion({ uid, isAllowed }),
    onSuccess: ({ address }) => go(address),
  })

type AskedProps = { uid: string; question: ConsentQuestion }

const RefusedCard = ({ uid, question: { site, refusedFor } }: AskedProps) => {
  const { t } = useTranslation('openid')
  const answer = useAnswer(uid)
  return (
    <OutcomeCard
      kind="failed"
      title={t('refusedTitle', { name: site.name })}
      text={t(`refused_${refusedFor ?? 'state'}`)}
    >
      {answer.error ? <FormError>{errorText(answer.error)}</FormError> : null}
      <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate(false)}>
        {t('backToSite', { name: site.name })}
      </Button>
    </OutcomeCard>
  )
}

const LoginAgainCard = ({ uid, question: { site } }: AskedProps) => {
  const { t } = useTranslation('openid')
  const client = useQueryClient()
  const profile = useProfile()
  const goOn = async () => {
    await startSession(client).catch(() => null)
    go(loginAddress(uid))
  }
  return (
    <AuthFrame title={t('loginAgainTitle', { name: site.name })} subtitle={t('loginAgain', { name: site.name })}>
      <LoginForm onSuccess={() => void goOn()} email={profile?.email} />
    </AuthFrame>
  )
}

const ConsentCard = ({ uid, question: { site, scopes } }: AskedProps) => {
  const { t } = useTranslation('openid')
  const profile = useProfile()
  const answer = useAnswer(uid)
  const { host } = new URL(site.address)
  return (
    <AuthFrame
      title={t('askTitle', { name: site.name })}
      subtitle={t('askText', { host, member: profile?.email ?? '' })}
    >
      <Stack gap="md">
        <LearnedList name={site.name} scopes={scopes} />
        {answer.error ? <FormError>{errorText(answer.error)}</FormError> : null}
        <Group gap="sm">
          <Button loading={answer.isPending} onClick={() => answer.mutate(true)}>
            {t('allow', { name: site.name })}
          </Button>
          <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
            {t('refuse')}
          </Button>
        </Group>
      </Stack>
    </AuthFrame>
  )
}

/** Which site a member is about to log in to, and what it learns of them. */
const QuestionPage = () => {
  const { uid } = Route.useParams()
  const { data: question } = useQuery(questionQuery(uid))
  if (!question) return <GoneCard />
  if (question.refusedFor !== null) return <RefusedCard uid={uid} question={question} />
  if (question.needsLogin) return <LoginAgainCard uid={uid} question={question} />
  return <ConsentCard uid={uid} question={question} />
}

const isSettled = ({ scopes, refusedFor, needsLogin }: ConsentQuestion) =>
  scopes.length === 0 && refusedFor === null && !needsLogin

export const Route = createFileRoute('/sso/$uid')({
  component: QuestionPage,
  loader: async ({ context, params: { uid } }) => {
    const [question] = await Promise.all([
      context.queryClient.ensureQueryData(questionQuery(uid)).catch(() => null),
      loadOpenidWords(),
    ])
    if (!question || !isSettled(question)) return
    globalThis.location.replace(loginAddress(uid))
    // The browser is leaving; nothing is drawn meanwhile.
    await new Promise(() => {})
  },
  staticData: { title: 'openid:titleQuestion', loggedIn: true, bgGradient: true },
})
