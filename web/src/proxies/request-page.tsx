import { Button, Group, Stack, Text } from '@mantine/core'
import type { ProxyRequest } from '@spacekeeper/contract/proxies/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { answerRequest, proxyRequestQuery } from './api.ts'

/** The page behind the link in a holder’s email. Opening it changes nothing, because mail scanners follow links. */
const RequestPage = () => {
  const { t } = useTranslation('proxies')
  const { token } = Route.useParams()
  const query = useQuery(proxyRequestQuery(token))
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <OutcomeCard kind="working" title={t('titleRequest')} />
  return <Answered request={query.data} token={token} />
}

const Answered = ({ request, token }: { request: ProxyRequest; token: string }) => {
  const { t } = useTranslation('proxies')
  const { state, obstacle, principalName: principal, meeting } = request
  const facts = { principal, meeting: meeting.title, day: formatMoment(meeting.startsAt) }
  if (state === 'counts')
    return <OutcomeCard kind="done" title={t('requestAccepted', facts)} text={t('requestAcceptedText', facts)} />
  if (state === 'declined')
    return <OutcomeCard kind="done" title={t('requestDeclined')} text={t('requestDeclinedText', facts)} />
  if (state !== 'waiting') return <OutcomeCard kind="failed" title={t('requestOver')} text={t('requestOverText')} />
  if (obstacle !== null) return <OutcomeCard kind="failed" title={t('requestRefused')} text={obstacle} />
  return <RequestForm request={request} token={token} />
}

const RequestForm = ({ request, token }: { request: ProxyRequest; token: string }) => {
  const { t } = useTranslation('proxies')
  const { principalName: principal, holderName: holder, meeting } = request
  const answering = useMutation({
    mutationFn: (isAccepted: boolean) => answerRequest({ token, isAccepted }),
    onSettled: refreshOnRefusal('proxies'),
  })
  const say = (isAccepted: boolean) => !answering.isPending && answering.mutate(isAccepted)
  return (
    <AuthFrame title={t('titleRequest')}>
      <Stack gap="md">
        <Text>
          {t('requestIntro', { principal, holder, meeting: meeting.title, day: formatMoment(meeting.startsAt) })}
        </Text>
        <Text c="dimmed">{t('requestHint')}</Text>
        {answering.error ? <FormError>{errorText(answering.error)}</FormError> : null}
        <Group gap="xs">
          <Button loading={answering.isPending} onClick={() => say(true)}>
            {t('requestAccept')}
          </Button>
          <Button variant="default" disabled={answering.isPending} onClick={() => say(false)}>
            {t('requestDecline')}
          </Button>
        </Group>
      </Stack>
    </AuthFrame>
  )
}

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('proxies')
  if (hasCode(error, 'invalidLink'))
    return <OutcomeCard kind="failed" title={t('linkInvalid')} text={t('linkInvalidText')} />
  return (
    <OutcomeCard kind="failed" title={t('titleRequest')} text={errorText(error)}>
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/proxy/$token')({
  component: RequestPage,
  staticData: { title: 'proxies:titleRequest', bgGradient: true },
})
