import { Card, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page, Empty } from '#platform/ui/page.tsx'
import { removedQuery } from './api.ts'
import classes from './enrolments.module.css'

const pages = {
  door: '/manage/devices/doors/$deviceId',
  interlock: '/manage/devices/interlocks/$deviceId',
  memberbucks: '/manage/devices/memberbucks/$deviceId',
} as const

/** Devices that are out of use, each with its history. */
export const RemovedCard = () => {
  const { t } = useTranslation('devices')
  const query = useQuery(removedQuery)
  return (
    <Page
      query={query}
      isEmpty={({ devices }) => devices.length === 0}
      empty={<Empty title={t('removedEmptyTitle')} text={t('removedEmptyText')} />}
    >
      {({ devices }) => (
        <Card>
          <ul className={classes.list} aria-label={t('removedTitle')}>
            {devices.map(({ id, kind, name, serial, removedAt }) => (
              <li key={id} className={classes.row}>
                <span className={classes.what}>
                  <Link to={pages[kind]} params={{ deviceId: String(id) }}>
                    {name}
                  </Link>
                  <span className={classes.facts}>{[t(kind), serial].filter(Boolean).join(', ')}</span>
                </span>
                <Text size="sm" c="dimmed">
                  {t('removedSince', { since: formatSince(removedAt) })}
                </Text>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}
