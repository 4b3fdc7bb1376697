import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core'
import type { UnknownSubscription } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { adoptRefusals } from '@spacekeeper/contract/stripe/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { AdoptDialog } from './adopt-dialog.tsx'
import { listDecisions, unknownQuery } from './desk-api.ts'
import classes from './desk.module.css'

type UnknownRowProps = { subscription: UnknownSubscription; onAdopt: () => void }

const UnknownRow = ({ subscription, onAdopt }: UnknownRowProps) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const { ref, url, customerName, customerEmail, member, plan, refusal, costCents, currency, firstOn, firstCents } =
    subscription
  const isToDecide = listDecisions(subscription).length > 0
  const name = customerName || customerEmail || ref
  return (
    <li className={classes.row}>
      <span>
        {name}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {customerEmail === '' || customerEmail === name ? ref : `${customerEmail}, ${ref}`}
        </span>
        {member === null ? null : (
          <span className={classes.quiet}>
            {plan === null ? t('unknownMember', { name: member.name }) : t('keptPlan', { name: member.name, plan })}
          </span>
        )}
        {firstOn === null || firstCents === null ? null : (
          <span className={classes.quiet} style={{ display: 'block' }}>
            {t('unknownFirst', { amount: money(firstCents, currency), day: formatCalendarDay(firstOn) })}
          </span>
        )}
      </span>
      <span className={classes.money}>{refusal === 'severalPrices' ? null : money(costCents, currency)}</span>
      <span className={classes.wide}>
        {refusal === null ? null : <Status kind="info">{adoptRefusals[refusal]}</Status>}
        <Group gap="sm">
          {refusal === null || isToDecide ? (
            <Button
              size="xs"
              variant="default"
              onClick={onAdopt}
              aria-label={t(isToDecide ? 'decideOf' : 'adoptOf', { name })}
            >
              {t(isToDecide ? 'decide' : 'adopt')}
            </Button>
          ) : null}
          <Anchor href={url} target="_blank" rel="noreferrer" underline="always" aria-label={t('adoptOpen', { name })}>
            {t('disputeAtStripe')}
          </Anchor>
        </Group>
      </span>
    </li>
  )
}

/** The subscriptions that Stripe still collects, looked up when asked for, with what the portal would charge first. */
export const AdoptionCard = () => {
  const { t } = useTranslation('stripe')
  const [isAsked, setAsked] = useState(false)
  const [adopted, setAdopted] = useState<UnknownSubscription | null>(null)
  const query = useQuery({ ...unknownQuery, enabled: isAsked })
  return (
    <Card component="section" aria-labelledby="stripe-unknown">
      <Title order={2} id="stripe-unknown" mb="xs">
        {t('unknown')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('unknownText')}
      </Text>
      {isAsked ? (
        <Page query={query}>
          {({ subscriptions, hasMore }) =>
            subscriptions.length === 0 ? (
              <Text mt="sm">{t('noUnknown')}</Text>
            ) : (
              <>
                <ul className={classes.list} aria-label={t('unknown')}>
                  {subscriptions.map((one) => (
                    <UnknownRow key={one.ref} subscription={one} onAdopt={() => setAdopted(one)} />
                  ))}
                </ul>
                {hasMore ? (
                  <Text size="sm" c="dimmed">
                    {t('unknownMore')}
                  </Text>
                ) : null}
              </>
            )
          }
        </Page>
      ) : (
        <Button mt="sm" variant="default" onClick={() => setAsked(true)}>
          {t('unknownFind')}
        </Button>
      )}
      {adopted ? <AdoptDialog subscription={adopted} onClose={() => setAdopted(null)} /> : null}
    </Card>
  )
}
