import { Card, Title } from '@mantine/core'
import type { BalanceOverview } from '@spacekeeper/contract/memberbucks/shapes.ts'
import type { CSSProperties } from 'react'
import { formatMonth } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { accountWords } from './entry-words.ts'
import classes from './own-balance.module.css'

const wide = (cents: number) => ({ '--share': cents }) as CSSProperties // a variable of our own

/** What this month was spent on. Not drawn before there is anything. */
export const SpendingCard = ({ overview }: { overview: BalanceOverview }) => {
  const { t } = useTranslation('memberbucks')
  const money = useMoney()
  const { spending, months } = overview
  const month = months.at(-1)?.month
  if (month === undefined || spending.length === 0) return null
  return (
    <Card component="section" aria-labelledby="balance-spending">
      <div className={classes.head}>
        <Title order={2} id="balance-spending">
          {t('monthSoFar', { month: formatMonth(month) })}
        </Title>
        <span className={classes.sum}>{money(spending.reduce((sum, { cents }) => sum + cents, 0))}</span>
      </div>
      <div className={classes.parts} aria-hidden>
        {spending.map(({ name, account, cents }) => (
          <span key={`${account} ${name}`} style={wide(cents)} />
        ))}
      </div>
      <ul className={classes.shares}>
        {spending.map(({ name, account, cents }) => (
          <li key={`${account} ${name}`}>
            <span>{name ?? t(accountWords[account])}</span>
            <span className={classes.money}>{money(cents)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
