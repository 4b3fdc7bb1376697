import { Button } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { loadOpenidWords } from './page-words.ts'

/** What is said in words of its own. */
const known = ['invalid_client', 'invalid_redirect_uri'] as const

/** Where browsers end up when a login cannot even be refused at the site. Only the code of the address is read. */
const FailedSitePage = () => {
  const { t } = useTranslation('openid')
  const { error } = Route.useSearch()
  return (
    <OutcomeCard
      kind="failed"
      title={t('titleSiteFailed')}
      text={t(`failed_${known.find((code) => code === error) ?? 'other'}`)}
    >
      <Button variant="default" component={Link} to="/">
        {t('toDashboard')}
      </Button>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/sso/failed')({
  component: FailedSitePage,
  loader: loadOpenidWords,
  validateSearch: ({ error }: Record<string, unknown>) => ({ error: typeof error === 'string' ? error : '' }),
  staticData: { title: 'openid:titleSiteFailed', bgGradient: true },
})
