import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { OwnLogin } from '@spacekeeper/contract/auth/strong-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { loginsQuery } from './api.ts'
import classes from './security.module.css'

/** So many are shown at first. */
const firstRows = 8

const failedWays: readonly OwnLogin['way'][] = ['failed', 'wrongCode', 'wrongPassword']

/** The latest logins of a member and failed tries. */
export const OwnLoginsCard = () => {
  const { t } = useTranslation('auth')
  const [isWhole, setWhole] = useState(false)
  return (
    <Page query={useQuery(loginsQuery)} skeleton={<RowsSkeleton rows={3} />}>
      {({ logins }) => (
        <Card component="section" aria-labelledby="logins">
          <Stack gap={2}>
            <Title order={2} id="logins">
              {t('loginsHeading')}
            </Title>
            <Text size="sm" c="dimmed">
              {t(logins.length === 0 ? 'loginsNone' : 'loginsHint')}
            </Text>
          </Stack>
          <ul className={classes.list}>
            {logins.slice(0, isWhole ? undefined : firstRows).map((login) => (
              <LoginRow key={login.id} login={login} />
            ))}
          </ul>
          {!isWhole && logins.length > firstRows ? (
            <div>
              <Button size="xs" variant="default" onClick={() => setWhole(true)}>
                {t('loginsMore')}
              </Button>
            </div>
          ) : null}
        </Card>
      )}
    </Page>
  )
}

const LoginRow = ({ login }: { login: OwnLogin }) => {
  const { t } = useTranslation('auth')
  const { way, device, address, at } = login
  const facts = [device ?? t('loginDeviceUnknown'), address].filter((fact) => fact !== null)
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Text fw={500}>{formatMoment(at)}</Text>
        <Text size="sm" c="dimmed">
          {facts.join(', ')}
        </Text>
      </div>
      <Status kind={failedWays.includes(way) ? 'warning' : 'fine'}>{t(`way_${way}`)}</Status>
    </li>
  )
}
