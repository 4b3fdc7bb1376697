import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { addTexts } from '#platform/i18n/i18n.ts'
import { AdoptionCard } from './adoption-card.tsx'
import { ComparisonsCard } from './comparisons-card.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { clearingQuery, connectionQuery } from './desk-api.ts'
import { DisputesCard } from './disputes-card.tsx'
import { EventsCard } from './events-card.tsx'
import { PayoutsCard } from './payouts-card.tsx'
import { SetAsidesCard } from './set-asides-card.tsx'

/** What treasurers look after at Stripe. */
const StripePage = () => (
  <Stack gap="md" maw={860}>
    <ConnectionCard />
    <PayoutsCard />
    <SetAsidesCard />
    <DisputesCard />
    <ComparisonsCard />
    <AdoptionCard />
    <EventsCard />
  </Stack>
)

export const Route = createFileRoute('/manage/payments/stripe')({
  component: StripePage,
  // Few open the page, so its words come with it.
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(connectionQuery)
    void context.queryClient.prefetchInfiniteQuery(clearingQuery)
    const { stripeDeskText } = await import('./text.ts')
    addTexts({ stripe: stripeDeskText })
  },
  staticData: {
    title: 'stripe:titleStripe',
    loggedIn: true,
    staff: 'money',
    feature: 'enableStripe',
    hiddenMenu: true,
    backButton: '/manage/payments',
  },
})
