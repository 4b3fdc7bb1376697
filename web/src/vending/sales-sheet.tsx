import { Button, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { machinesQuery } from './api.ts'
import { BalanceOffCard } from './balance-off-card.tsx'
import { CreditLimitsCard } from './credit-limits-card.tsx'
import { PurchasesCard } from './purchases-card.tsx'
import { SalesCard } from './sales-card.tsx'
import classes from './vending.module.css'

/** The page of a vending machine for staff who look after money and no devices: sales, refunds and paying in. */
export const SalesSheet = ({ deviceId }: { deviceId: string }) => {
  const { t } = useTranslation('vending')
  const query = useQuery(machinesQuery)
  return (
    <Page query={query}>
      {({ machines }) => {
        const machine = machines.find(({ id }) => String(id) === deviceId)
        if (!machine) return <UnknownMachine />
        const { id, name, removedAt, isOffline, lastSeen } = machine
        return (
          <Stack gap="lg">
            <Stack gap={4} align="flex-start">
              <Title order={2} fz="xl" lh={1.25} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Title>
              {removedAt === null ? (
                <Status kind={isOffline ? 'offline' : 'fine'}>
                  {isOffline
                    ? lastSeen === null
                      ? t('neverSeen')
                      : t('offlineSince', { since: formatSince(lastSeen) })
                    : t('online')}
                </Status>
              ) : (
                <Status kind="none">{t('outOfUse', { since: formatSince(removedAt) })}</Status>
              )}
            </Stack>
            <div className={classes.columns}>
              <PurchasesCard deviceId={id} />
              <Stack gap="md">
                <BalanceOffCard />
                <SalesCard deviceId={id} />
                {removedAt === null ? <CreditLimitsCard deviceId={id} /> : null}
              </Stack>
            </div>
          </Stack>
        )
      }}
    </Page>
  )
}

const UnknownMachine = () => {
  const { t } = useTranslation('vending')
  return (
    <Empty
      title={t('unknownTitle')}
      text={t('unknownText')}
      action={
        <Button size="xs" component={Link} to="/manage/devices/products">
          {t('titleProducts')}
        </Button>
      }
    />
  )
}
