import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { plansOverviewQuery } from './api.ts'
import { PlanCard } from './plan-card.tsx'
import { PlanMembersCard } from './plan-members-card.tsx'
import { TierSheet, UnknownTier } from './tier-sheet.tsx'

/** The screen of a tier, with one of its plans above it. */
const PlanPage = () => {
  const { planId } = Route.useParams()
  const query = useQuery(plansOverviewQuery)
  return (
    <Page query={query} skeleton={<RowsSkeleton rows={5} />}>
      {({ tiers }) => {
        const tier = tiers.find(({ plans }) => plans.some(({ id }) => String(id) === planId))
        const plan = tier?.plans.find(({ id }) => String(id) === planId)
        if (!tier || !plan) return <UnknownTier />
        return (
          <Stack key={plan.id} gap="md">
            <PlanCard plan={plan} tiers={tiers} />
            <PlanMembersCard planId={plan.id} />
            <TierSheet tier={tier} />
          </Stack>
        )
      }}
    </Page>
  )
}

export const Route = createFileRoute('/manage/plans/$planId')({
  component: PlanPage,
  staticData: {
    title: 'plans:titlePlan',
    loggedIn: true,
    staff: 'money',
    hiddenMenu: true,
    backButton: true,
  },
})
