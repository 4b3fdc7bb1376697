import { Anchor, Card, Stack, Table, Text, Title } from '@mantine/core'
import type { MemberAtStripe } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { formatCalendarDay, formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'

/** Stripe is asked each time: what it says now is the point. */
const memberAtStripeQuery = (memberId: number) =>
  queryOptions({ ...apiQuery(api.stripe.getMemberAtStripe, { memberId }), staleTime: 10_000, retry: false })

type KnownSubscription = MemberAtStripe['subscriptions'][number]
type ComparedField = KnownSubscription['differs'][number]

const useRows = () => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  return ({ theirs, ours }: KnownSubscription): { key: ComparedField | 'period'; there: string; here: string }[] => {
    const currency = theirs?.currency
    const invoice = (side: { invoiceStatus: string | null; dueCents: number } | null) => {
      if (!side?.invoiceStatus) return '–'
      const { invoiceStatus: status, dueCents } = side
      return dueCents > 0 ? t('atStripeInvoiceOpen', { status, amount: money(dueCents, currency) }) : status
    }
    const cents = (side: { costCents: number } | null) => (side ? money(side.costCents, currency) : '–')
    return [
      { key: 'state', there: theirs?.status ?? '–', here: ours?.state ?? '–' },
      { key: 'cost', there: cents(theirs), here: cents(ours) },
      {
        key: 'period',
        there: theirs?.periodEndsAt ? formatDate(theirs.periodEndsAt) : '–',
        here: ours ? formatCalendarDay(ours.chargedThrough) : '–',
      },
      {
        key: 'cancel',
        there: theirs?.endsAt ? formatDate(theirs.endsAt) : '–',
        here: ours?.cancelOn ? formatCalendarDay(ours.cancelOn) : '–',
      },
      { key: 'invoice', there: invoice(theirs), here: invoice(ours) },
    ]
  }
}

const Compared = ({ known }: { known: KnownSubscription }) => {
  const { t } = useTranslation('stripe')
  const rows = useRows()(known)
  const { differs, url, ref, isOurs } = known
  return (
    <Stack gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Anchor href={url} target="_blank" rel="noreferrer" aria-label={`${t('atStripeOpen')}: ${ref}`}>
          {ref}
        </Anchor>
        {isOurs ? '' : ` ${t('atStripeOther')}`}
      </Text>
      <Table aria-label={ref}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('atStripeWhat')}</Table.Th>
            <Table.Th>{t('atStripeThere')}</Table.Th>
            <Table.Th>{t('atStripeHere')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, there, here }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {key !== 'period' && differs.includes(key) ? (
                  <Status kind="warning">{t(`atStripe_${key}`)}</Status>
                ) : (
                  t(`atStripe_${key}`)
                )}
              </Table.Th>
              <Table.Td>{there}</Table.Td>
              <Table.Td>{here}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {differs.length === 0 ? (
        <Status kind="fine">{t('atStripeSame')}</Status>
      ) : (
        <Status kind="warning">
          {t('atStripeDiffers', { what: differs.map((one) => t(`atStripe_${one}`)).join(', ') })}
        </Status>
      )}
    </Stack>
  )
}

/** What Stripe says of a member beside what we say, with the way to their page in Stripe's dashboard. */
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
                <Compared key={known.ref} known={known} />
              ))}
            </Stack>
          )
        }}
      </Page>
    </Card>
  )
}
