import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { StripeConnection } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { connectionQuery, stripe } from './desk-api.ts'
import classes from './desk.module.css'

/** Nothing keeps events from arriving. */
const isSetUp = ({ endpoint, problem, wantedVersion, hasWebhookSecret }: StripeConnection): boolean =>
  problem === '' &&
  hasWebhookSecret &&
  endpoint !== null &&
  endpoint.isEnabled &&
  endpoint.version === wantedVersion &&
  endpoint.missing.length === 0

/** Whether events arrive, in one sentence. */
const Events = ({ connection }: { connection: StripeConnection }) => {
  const { t } = useTranslation('stripe')
  const { endpoint, problem, wantedVersion: wanted, hasWebhookSecret } = connection
  if (problem !== '') return <Status kind="warning">{problem}</Status>
  if (!endpoint) return <Status kind="warning">{t('eventsNone')}</Status>
  if (!endpoint.isEnabled) return <Status kind="refused">{t('eventsStopped')}</Status>
  if (!hasWebhookSecret) return <Status kind="refused">{t('eventsNoSecret')}</Status>
  if (endpoint.version !== wanted) {
    const version = endpoint.version ?? t('accountVersion')
    return <Status kind="warning">{t('eventsVersion', { version, wanted })}</Status>
  }
  const count = endpoint.missing.length
  if (count > 0) return <Status kind="warning">{t('eventsMissing', { count, formatted: formatNumber(count) })}</Status>
  return <Status kind="fine">{t('eventsFine')}</Status>
}

const Facts = ({ connection }: { connection: StripeConnection }) => {
  const { t } = useTranslation('stripe')
  const [isAsking, setAsking] = useState(false)
  const { isLive, address, wantedVersion, lastReceivedAt, waiting, failed, maySetUp } = connection
  const facts: [string, ReactNode][] = [
    [t('lastEvent'), lastReceivedAt === null ? t('neverEvent') : <Moment key="last" at={lastReceivedAt} />],
    [t('waiting'), formatNumber(waiting)],
    [t('failed'), formatNumber(failed)],
    [t('address'), address],
    [t('version'), wantedVersion],
  ]
  return (
    <Stack gap="sm">
      <Group gap="md">
        <Status kind={isLive ? 'good' : 'info'}>{t(isLive ? 'modeLive' : 'modeTest')}</Status>
        <Events connection={connection} />
      </Group>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {maySetUp ? (
        <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setAsking(true)}>
          {t(isSetUp(connection) ? 'setUpAgain' : 'setUpAsk')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t('setUpAdmins')}
        </Text>
      )}
      {isAsking ? (
        <ConfirmDialog
          title={t('setUpTitle')}
          text={t('setUpText')}
          action={t('setUp')}
          run={async () => {
            await stripe.setUpEvents()
            notify.done({ text: t('setUpDone') })
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Stack>
  )
}

/** How the portal is connected with Stripe, as Stripe says now. */
export const ConnectionCard = () => {
  const { t } = useTranslation('stripe')
  const query = useQuery(connectionQuery)
  return (
    <Card component="section" aria-labelledby="stripe-connection">
      <Title order={2} id="stripe-connection" mb="xs">
        {t('connection')}
      </Title>
      <Page query={query}>{(connection) => <Facts connection={connection} />}</Page>
    </Card>
  )
}
