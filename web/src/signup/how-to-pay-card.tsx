import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { OwnSignup } from '@spacekeeper/contract/signup/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { Page } from '#platform/ui/page.tsx'
import { PayWayCard } from '../bank/pay-way-card.tsx'
import { cardDuesQuery } from '../stripe/dues-api.ts'
import { DuesForm, hasDues } from '../stripe/dues-form.tsx'
import { standingQuery } from './api.ts'
import { planTitle } from './plan-words.ts'

type Props = { plan: NonNullable<OwnSignup['plan']>; onNext?: (() => void) | undefined }

/** What to do so that the money arrives, by the way the member has chosen. */
export const HowToPayCard = ({ plan, onNext }: Props) => {
  const { t } = useTranslation('signup')
  const money = useMoney()
  const amount = money(plan.openCents, plan.currency)
  const { enableStripe } = useSite().features
  const { data: standing } = useQuery(standingQuery)
  const balance = useProfile()?.memberBucks.balance ?? 0
  if (plan.collector === 'stripe') return <PayFirstCard plan={plan} onNext={onNext} />
  return (
    <Card component="section" aria-labelledby="how-to-pay">
      <Stack gap="md">
        <Title order={2} id="how-to-pay">
          {t('payHeading', { amount })}
        </Title>
        <Text c="dimmed">{t('chosen', { plan: planTitle(plan) })}</Text>
        {standing ? <PayWayCard dues={standing.dues} balanceCents={balance} /> : null}
        {enableStripe ? <OrByCard /> : null}
        <Text size="sm" c="dimmed">
          {t('seePlan')}
        </Text>
        {onNext ? (
          <Group justify="flex-end">
            <Button onClick={onNext}>{t('next')}</Button>
          </Group>
        ) : null}
      </Stack>
    </Card>
  )
}

/** The same money by card at once, whatever was chosen. */
const OrByCard = () => {
  const { t } = useTranslation('signup')
  const { data: dues } = useQuery(cardDuesQuery)
  if (!dues || !hasDues(dues)) return null
  return (
    <Stack gap="xs">
      <Title order={3}>{t('orByCard')}</Title>
      <DuesForm dues={dues} isSecond />
    </Stack>
  )
}

/** The first payment by card: entering one, confirming it with the bank, waiting for a debit. It goes on by itself. */
const PayFirstCard = ({ plan, onNext }: Props) => {
  const { t } = useTranslation('signup')
  const query = useQuery(cardDuesQuery)
  return (
    <Card component="section" aria-labelledby="how-to-pay">
      <Stack gap="md">
        <Title order={2} id="how-to-pay">
          {t('payByCardHeading')}
        </Title>
        <Text c="dimmed">{t('chosen', { plan: planTitle(plan) })}</Text>
        <Page query={query}>{(dues) => <DuesForm dues={dues} />}</Page>
        {onNext ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={onNext}>
              {t('payLaterNext')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Card>
  )
}
