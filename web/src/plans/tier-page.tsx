import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { plansOverviewQuery } from './api.ts'
import { TierSheet } from './tier-sheet.tsx'

const TierPage = () => {
  // The specification calls the number of the tier so.
  const { planId } = Route.useParams()
  const query = useQuery(plansOverviewQuery)
  return (
    <Page query={query} skeleton={<RowsSkeleton rows={5} />}>
      {({ tiers }) => {
        const tier = tiers.find(({ id }) => String(id) === planId)
        return tier ? <TierSheet key={tier.id} tier={tier} /> : <UnknownTier />
      }}
    </Page>
  )
}

const UnknownTier = () => {
  const { t } = useTranslation('plans')
  return (
    <Empty
      title={t('unknownTitle')}
      text={t('unknownText')}
      action={
        <Button size="xs" component={Link} to="/manage/tiers">
          {t('allTiers')}
        </Button>
      }
    />
  )
}

export const Route = createFileRoute('/manage/tiers/$planId')({
  component: TierPage,
  staticData: {
    title: 'plans:titleTier',
    loggedIn: true,
    staff: 'money',
    hiddenMenu: true,
    backButton: '/manage/tiers',
  },
})
