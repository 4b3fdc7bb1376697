import { Anchor, Card, Text, Title } from '@mantine/core'
import type { StripeDispute } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Page } from '#platform/ui/page.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { disputesQuery } from './desk-api.ts'
import classes from './desk.module.css'

type DisputeLook = {
  kind: StatusKind
  words: 'disputeWon' | 'disputeLost' | 'disputeReview' | 'disputeOther' | 'disputeOpen'
}

const lookOf = ({ status, dueAt }: StripeDispute): DisputeLook => {
  if (dueAt !== null) return { kind: 'warning', words: 'disputeOpen' }
  if (status === 'won') return { kind: 'fine', words: 'disputeWon' }
  if (status === 'lost') return { kind: 'refused', words: 'disputeLost' }
  return status.endsWith('under_review')
    ? { kind: 'waiting', words: 'disputeReview' }
    : { kind: 'none', words: 'disputeOther' }
}

const DisputeRow = ({ dispute }: { dispute: StripeDispute }) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const name = dispute.memberName ?? t('unknownPayer')
  const { kind, words } = lookOf(dispute)
  return (
    <li className={classes.row}>
      <span>
        {name}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {dispute.reason.replaceAll('_', ' ')}
        </span>
      </span>
      <span className={classes.money}>{money(dispute.amountCents, dispute.currency)}</span>
      <span className={classes.wide}>
        <Status kind={kind}>{t(words)}</Status>{' '}
        {dispute.dueAt === null ? null : t('answerBy', { when: formatMoment(dispute.dueAt) })}{' '}
        <Anchor
          href={dispute.url}
          target="_blank"
          rel="noreferrer"
          underline="always"
          aria-label={t('atStripeOf', { name })}
        >
          {t('disputeAtStripe')}
        </Anchor>
      </span>
    </li>
  )
}

/** Payments that members denied at their bank, those that ask for an answer first. */
export const DisputesCard = () => {
  const { t } = useTranslation('stripe')
  const query = useQuery(disputesQuery)
  return (
    <Card component="section" aria-labelledby="stripe-disputes">
      <Title order={2} id="stripe-disputes" mb="xs">
        {t('disputes')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('disputesText')}
      </Text>
      <Page query={query}>
        {({ disputes }) =>
          disputes.length === 0 ? (
            <Text mt="sm">{t('noDisputes')}</Text>
          ) : (
            <ul className={classes.list} aria-label={t('disputes')}>
              {disputes.map((dispute) => (
                <DisputeRow key={dispute.id} dispute={dispute} />
              ))}
            </ul>
          )
        }
      </Page>
    </Card>
  )
}
