import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { machinesQuery } from './api.ts'
import classes from './vending.module.css'

/** The vending machines on a page of their own, with the way to what they sell. */
export const MachinesSheet = () => {
  const { t } = useTranslation('vending')
  const query = useQuery(machinesQuery)
  return (
    <Page
      query={query}
      isEmpty={({ machines }) => machines.length === 0}
      empty={<Empty title={t('noMachinesTitle')} text={t('noMachinesText')} />}
    >
      {() => (
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <Text c="dimmed">{t('machinesText')}</Text>
            <Button component={Link} to="/manage/devices/products" variant="default">
              {t('titleProducts')}
            </Button>
          </Group>
          <MachinesCard />
        </Stack>
      )}
    </Page>
  )
}

/** The machines that sell, each a link to its sales and refunds; nothing where there is none. */
export const MachinesCard = () => {
  const { t } = useTranslation('vending')
  const machines = useQuery(machinesQuery).data?.machines ?? []
  if (machines.length === 0) return null
  return (
    <Card component="section" aria-labelledby="machines">
      <Title order={2} id="machines">
        {t('machinesTitle')}
      </Title>
      <ul className={classes.rows} aria-labelledby="machines">
        {machines.map(({ id, name, isOffline, removedAt }) => (
          <li key={id} className={classes.row}>
            <Link
              to="/manage/devices/memberbucks/$deviceId"
              params={{ deviceId: String(id) }}
              search={{ tab: 'use' }}
              className={classes.machine}
            >
              {name}
            </Link>
            {removedAt === null ? (
              <Status kind={isOffline ? 'offline' : 'fine'}>{t(isOffline ? 'offline' : 'online')}</Status>
            ) : (
              <Status kind="none">{t('outOfUse', { since: formatSince(removedAt) })}</Status>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
