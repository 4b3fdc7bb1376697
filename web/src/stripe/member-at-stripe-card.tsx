import { Anchor, Card, Stack, Table, Text, Title } from '@mantine/core'
import type { MemberAtStripe } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'

/** Stripe is asked each time: what it says now is the point. */
const memberAtStripeQuery = (memberId: number) =>
  queryOptions({ ...apiQuery(api.stripe.getMemberAtStripe, { memberId }), staleTime: 10_000, retry: false })

type KnownSubscription = MemberAtStripe['subscriptions'][number]

/** A subscription that Stripe still collects. */
const Subscription = ({ known }: { known: KnownSubscription }) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const { url, ref, isOurs, status, costCents, currency, periodEndsAt, endsAt } = known
  const rows = [
    [t('atStripe_state'), status],
    [t('atStripe_cost'), money(costCents, currency)],
    [t('atStripe_period'), periodEndsAt === null ? '–' : formatDate(periodEndsAt)],
    [t('atStripe_cancel'), endsAt === null ? '–' : formatDate(endsAt)],
  ] as const
  return (
    <Stack gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Anchor href={url} target="_blank" rel="noreferrer" aria-label={`${t('atStripeOpen')}: ${ref}`}>
          {ref}
        </Anchor>
      </Text>
      <Table aria-label={ref}>
        <Table.Tbody>
          {rows.map(([key, value]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {key}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Status kind="warning">{t(isOurs ? 'atStripeWaits' : 'atStripeOther')}</Status>
    </Stack>
  )
}

/** A member at Stripe, with the way to their page in Stripe's dashboard. */
export const MemberAtStripeCard = ({ memberId, name }: { memberId: number; name: string }) => {
  const { t } = useTranslation('stripe')
  return (
    <Card component="section" aria-labelledby="at-stripe">
      <Title order={2} id="at-stripe" mb="xs">
        {t('atStripe')}
      </Title>
      <Page query={useQuery(memberAtStripeQuery(memberId))}>
        {({ customerId, isDeletedThere, url, subscriptions }) => {
          if (customerId === null) return <Text>{t('atStripeNone', { name })}</Text>
          return (
            <Stack gap="md">
              {isDeletedThere ? <Status kind="warning">{t('atStripeGone')}</Status> : null}
              {url === null ? null : (
                <Anchor href={url} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
                  {t('atStripeCustomer')} {customerId}
                </Anchor>
              )}
              {subscriptions.length === 0 ? <Text>{t('atStripeNoSubscription')}</Text> : null}
              {subscriptions.map((known) => (
                <Subscription key={known.ref} known={known} />
              ))}
            </Stack>
          )
        }}
      </Page>
    </Card>
  )
}
