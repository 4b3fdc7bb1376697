import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { plansOverviewQuery } from './api.ts'
import { TierSheet, UnknownTier } from './tier-sheet.tsx'

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
