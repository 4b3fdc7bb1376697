import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { newsQuery, setNews } from './api.ts'

/** Opening it changes nothing, because mail scanners follow links; a press turns news off, or on again. */
const UnsubscribePage = () => {
  const { t } = useTranslation('profile')
  const { token } = Route.useParams()
  const { siteName: site } = useSite().general
  const query = useQuery(newsQuery(token))
  const turn = useMutation({
    mutationFn: (isOn: boolean) => setNews({ token, isOn }),
  })
  const error = turn.error ?? query.error
  if (error) return <Failed error={error} onRetry={() => void query.refetch().then(() => turn.reset())} />
  if (!query.data) return <OutcomeCard kind="working" title={t('titleUnsubscribe')} />
  const { isOn } = query.data
  return (
    <OutcomeCard
      kind="done"
      title={t('titleUnsubscribe')}
      text={`${t(isOn ? 'newsIsOn' : 'newsIsOff', { site })}${isOn ? '' : ` ${t('newsStillGet')}`}`}
    >
      <Button variant={isOn ? 'filled' : 'default'} loading={turn.isPending} onClick={() => turn.mutate(!isOn)}>
        {t(isOn ? 'turnOff' : 'turnOn')}
      </Button>
    </OutcomeCard>
  )
}

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('profile')
  if (hasCode(error, 'invalidLink') || hasCode(error, 'memberClosed')) {
    return (
      <OutcomeCard kind="failed" title={t('linkInvalid')} text={t('linkInvalidHint')}>
        <Button component={Link} to="/account/profile">
          {t('toProfile')}
        </Button>
      </OutcomeCard>
    )
  }
  return (
    <OutcomeCard kind="failed" title={t('titleUnsubscribe')} text={errorText(error)}>
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/unsubscribe/$token')({
  component: UnsubscribePage,
  staticData: { title: 'profile:titleUnsubscribe', bgGradient: true },
})
