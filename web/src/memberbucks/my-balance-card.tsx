import { Anchor, Card, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './memberbucks.module.css'

/** Less than this is said to be little, in cents. */
const littleCents = 500

/** The member's balance on their first screen, and where to top it up. Not drawn where there never was any money. */
export const MyBalanceCard = () => {
  const { t } = useTranslation('memberbucks')
  const money = useMoney()
  const { features } = useSite()
  const mine = useProfile()?.financial.memberBucks
  if (!features.enableMemberBucks || !mine) return null
  const cents = Math.round(mine.balance * 100)
  if (cents === 0 && mine.lastPurchase === null) return null
  const isLittle = cents < littleCents
  const dialog = isLittle ? 'topup' : 'transactions'
  return (
    <Card component="section" aria-labelledby="my-balance">
      <h2 id="my-balance" className={classes.cardTitle}>
        {t('titleBalance')}
      </h2>
      <p className={classes.figure} data-negative={cents < 0 || undefined}>
        {money(cents)}
      </p>
      {isLittle ? (
        <Status kind="warning">{cents < 0 ? t('youOwe', { amount: money(-cents) }) : t('little')}</Status>
      ) : null}
      <Text mt="xs">
        <Anchor renderRoot={(props) => <Link to="/account/memberbucks/$dialog" params={{ dialog }} {...props} />}>
          {t(isLittle ? 'topUp' : 'seeTransactions')}
        </Anchor>
      </Text>
    </Card>
  )
}
