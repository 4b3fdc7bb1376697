import { Button, Card, Text } from '@mantine/core'
import type { BalanceOverview } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { IconBuildingBank, IconHeart, IconShoppingBag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './own-balance.module.css'

const share = (left: number, of: number) => ({ '--share': Math.min(1, Math.max(0, left / of)) }) as CSSProperties // a variable of our own

/** Days that are left the way the last thirty were spent; null where that says nothing. */
const daysLeft = ({ balanceCents, spentCents }: BalanceOverview) =>
  balanceCents > 0 && spentCents > 0 ? Math.floor((balanceCents / spentCents) * 30) : null

const longest = 60

const Lasts = ({ overview }: { overview: BalanceOverview }) => {
  const { t } = useTranslation('memberbucks')
  const money = useMoney()
  const { balanceCents, lastTopUp } = overview
  if (balanceCents < 0) return <Status kind="warning">{t('youOwe', { amount: money(-balanceCents) })}</Status>
  if (!lastTopUp) return <Text c="dimmed">{t('noMoneyYet')}</Text>
  const left = daysLeft(overview)
  const day = formatDay(lastTopUp.at)
  const had =
    balanceCents === lastTopUp.balanceCents
      ? t('addedOn', { amount: money(lastTopUp.amountCents), day })
      : t('leftOf', { amount: money(lastTopUp.balanceCents), day })
  return (
    <>
      <div className={classes.meter} style={share(balanceCents, lastTopUp.balanceCents)} aria-hidden />
      <Text c="dimmed">{left === null || left > longest ? had : `${had} ${t('lasts', { count: left })}`}</Text>
    </>
  )
}

/** What there is, how long it lasts, and what can be done with it. */
export const BalanceCard = ({ overview }: { overview: BalanceOverview }) => {
  const { t } = useTranslation('memberbucks')
  const money = useMoney()
  const { balanceCents } = overview
  const to = '/account/memberbucks/$dialog'
  return (
    <Card component="section" aria-labelledby="own-balance">
      <h2 id="own-balance" className={classes.label}>
        {t('yourBalance')}
      </h2>
      <p className={classes.figure} data-negative={balanceCents < 0 || undefined}>
        {money(balanceCents)}
      </p>
      <Lasts overview={overview} />
      <div className={classes.actions}>
        <Button
          leftSection={<IconBuildingBank size={18} aria-hidden />}
          renderRoot={(props) => <Link to={to} params={{ dialog: 'topup' }} resetScroll={false} {...props} />}
        >
          {t('topUp')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconShoppingBag size={18} aria-hidden />}
          renderRoot={(props) => <Link to={to} params={{ dialog: 'pay' }} resetScroll={false} {...props} />}
        >
          {t('pay')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconHeart size={18} aria-hidden />}
          renderRoot={(props) => <Link to={to} params={{ dialog: 'donate' }} resetScroll={false} {...props} />}
        >
          {t('donate')}
        </Button>
      </div>
    </Card>
  )
}
