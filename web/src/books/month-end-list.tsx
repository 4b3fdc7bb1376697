import { Card, Title } from '@mantine/core'
import type { AccountAmount, MonthEnd } from '@spacekeeper/contract/books/shapes.ts'
import { agingBuckets } from '@spacekeeper/contract/books/words.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Status } from '#platform/ui/status.tsx'
import { type NamedAccount, useAccountWords } from './account-words.ts'
import { AmountsList } from './amounts-list.tsx'
import classes from './books.module.css'

export type OpenLines = (account: NamedAccount) => void

type Props = { end: MonthEnd }

/** An account that leads to what was booked on it. */
export const AccountButton = ({ of, onOpen }: { of: NamedAccount; onOpen: OpenLines }) => {
  const { t } = useTranslation('books')
  const words = useAccountWords()
  return (
    <button
      type="button"
      className={classes.open}
      aria-label={t('linesOf', { account: words(of) })}
      onClick={() => onOpen(of)}
    >
      {words(of)}
    </button>
  )
}

const keyOf = ({ account, planId }: AccountAmount) => `${account} ${planId}`

export const RevenueCard = ({ end, onOpen }: Props & { onOpen: OpenLines }) => {
  const { t } = useTranslation('books')
  const { rows, totalCents } = end.revenue
  const amounts = rows.map((row) => ({
    key: keyOf(row),
    label: <AccountButton of={row} onOpen={onOpen} />,
    cents: row.cents,
  }))
  return (
    <AmountsList
      title={t('revenueHeading')}
      hint={t('revenueHint')}
      currency={end.currency}
      empty={t('revenueNone')}
      rows={
        rows.length === 0 ? [] : [...amounts, { key: 'total', label: t('total'), cents: totalCents, isTotal: true }]
      }
    />
  )
}

export const DeferredCard = ({ end }: Props) => {
  const { t } = useTranslation('books')
  const { openingCents, addedCents, earnedCents, closingCents } = end.deferred
  return (
    <AmountsList
      title={t('deferredHeading')}
      hint={t('deferredHint')}
      currency={end.currency}
      rows={[
        { key: 'opening', label: t('opening'), cents: openingCents },
        { key: 'added', label: t('added'), cents: addedCents },
        { key: 'earned', label: t('earned'), cents: earnedCents === 0 ? 0 : -earnedCents },
        { key: 'closing', label: t('closing'), cents: closingCents, isTotal: true },
      ]}
    />
  )
}

export const BalancesCard = ({ end }: Props) => {
  const { t } = useTranslation('books')
  const words = useAccountWords()
  const { openingCents, movements, closingCents } = end.balances
  return (
    <AmountsList
      title={t('balancesHeading')}
      hint={t('balancesHint')}
      currency={end.currency}
      rows={[
        { key: 'opening', label: t('opening'), cents: openingCents },
        ...movements.map((one) => ({ key: keyOf(one), label: words(one), cents: one.cents })),
        { key: 'closing', label: t('closing'), cents: closingCents, isTotal: true },
      ]}
    />
  )
}

export const AgingCard = ({ end }: Props) => {
  const { t } = useTranslation('books')
  const { buckets, totalCents } = end.aging
  return (
    <AmountsList
      title={t('agingHeading')}
      hint={t('agingHint')}
      currency={end.currency}
      rows={[
        ...buckets.map(({ bucket, cents, charges }) => ({
          key: bucket,
          label: agingBuckets[bucket],
          cents,
          ...(charges > 0 && { more: t('charges', { count: charges, formatted: formatNumber(charges) }) }),
        })),
        { key: 'total', label: t('total'), cents: totalCents, isTotal: true },
      ]}
    />
  )
}

export const CreditsCard = ({ end }: Props) => {
  const { t } = useTranslation('books')
  const { largest, members, totalCents } = end.credits
  const left = members - largest.length
  const total = {
    key: 'total',
    label: t('total'),
    cents: totalCents,
    isTotal: true,
    ...(left > 0 && { more: t('creditsMore', { count: left, formatted: formatNumber(left) }) }),
  }
  return (
    <AmountsList
      title={t('creditsHeading')}
      hint={t('creditsHint')}
      currency={end.currency}
      empty={t('creditsNone')}
      rows={[
        ...largest.map(({ memberId, name, cents }) => ({
          key: String(memberId),
          label: <MemberLink id={memberId}>{name}</MemberLink>,
          cents,
        })),
        ...(members > 0 ? [total] : []),
      ]}
    />
  )
}

/** What is kept twice is the same, or how much it differs; a mark and words. */
export const ChecksCard = ({ end }: Props) => {
  const { t } = useTranslation('books')
  const money = useMoney()
  return (
    <Card component="section" aria-labelledby="checks">
      <Title order={2} id="checks">
        {t('checksHeading')}
      </Title>
      <ul className={classes.list} aria-labelledby="checks">
        {end.checks.map(({ check, isRight, oneCents, otherCents }) => (
          <li key={check} className={classes.row}>
            <Status kind={isRight ? 'fine' : 'refused'}>
              {t(isRight ? check : `${check}Wrong`, {
                one: money(oneCents, end.currency),
                other: money(otherCents, end.currency),
              })}
            </Status>
            {check === 'sumsToZero' ? null : <span className={classes.dim}>{t('checkNow')}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
