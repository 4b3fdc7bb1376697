import { Button, Card, Group, Text, Title } from '@mantine/core'
import type { Sales } from '@spacekeeper/contract/vending/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Page } from '#platform/ui/page.tsx'
import { useMoney } from '../platform/session/site.ts'
import { salesQuery } from './api.ts'
import classes from './vending.module.css'

/** So many are named at first. */
const first = 5

/** What a machine has sold altogether, and who bought it. */
export const SalesCard = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('vending')
  const query = useQuery(salesQuery(deviceId))
  return (
    <Card component="section" aria-labelledby="sales">
      <Group justify="space-between" gap="sm" mb={6}>
        <Title order={2} id="sales">
          {t('salesTitle')}
        </Title>
        <Button component={Link} to="/manage/devices/products" variant="default">
          {t('allProducts')}
        </Button>
      </Group>
      <Page query={query}>{(sales) => <Figures sales={sales} />}</Page>
    </Card>
  )
}

const Figures = ({ sales }: { sales: Sales }) => {
  const { t } = useTranslation('vending')
  const money = useMoney()
  const [isLong, setLong] = useState(false)
  const { purchases: count, volumeCents, creditsCents, members } = sales
  const bought = (n: number) => t('purchases', { count: n, formatted: formatNumber(n) })
  return (
    <>
      <p className={classes.figure}>{money(volumeCents)}</p>
      <Text size="sm" c="dimmed">
        {[bought(count), ...(creditsCents > 0 ? [t('paidIn', { amount: money(creditsCents) })] : [])].join(', ')}
      </Text>
      {members.length === 0 ? null : (
        <>
          <h3 className={classes.day}>{t('buyers')}</h3>
          <ol className={classes.rows} aria-label={t('buyers')}>
            {members.slice(0, isLong ? members.length : first).map((member) => (
              <li key={member.memberId} className={classes.row}>
                <span className={classes.words}>
                  <MemberLink id={member.memberId}>{member.name}</MemberLink>
                  <span className={classes.more}>{bought(member.purchases)}</span>
                </span>
                <span className={classes.money}>{money(member.volumeCents)}</span>
              </li>
            ))}
          </ol>
          {isLong || members.length <= first ? null : (
            <Button variant="subtle" size="compact-sm" onClick={() => setLong(true)}>
              {t('showMore')}
            </Button>
          )}
        </>
      )}
    </>
  )
}
