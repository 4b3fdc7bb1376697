import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import type { RetentionState } from '@spacekeeper/contract/retention/routes.ts'
import { IconClockHour4 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber, formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { retentionQuery } from './api.ts'
import { KeptList } from './kept-list.tsx'

/** A night may be missed while the portal is stopped; after two something is wrong. */
const lateMs = 48 * 60 * 60 * 1000

const RetentionPage = () => {
  const { t } = useTranslation('retention')
  return (
    <Page query={useQuery(retentionQuery)}>
      {({ limited, others }) => (
        <Stack gap="md" maw={760}>
          <Text size="sm" c="dimmed">
            {t('intro')}
          </Text>
          <Lateness limited={limited} />
          <Card component="section" aria-labelledby="limited">
            <Title order={2} id="limited">
              {t('limitedHeading')}
            </Title>
            <KeptList kept={limited} label={t('limitedHeading')} more={describeRun} />
          </Card>
          <Card component="section" aria-labelledby="others">
            <Title order={2} id="others">
              {t('othersHeading')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('othersHint')}
            </Text>
            <KeptList kept={others} label={t('othersHeading')} />
          </Card>
        </Stack>
      )}
    </Page>
  )
}

/** Says so when the clean-up of anything has not finished for too long. */
const Lateness = ({ limited }: { limited: readonly RetentionState[] }) => {
  const { t } = useTranslation('retention')
  const [now] = useState(() => Date.now()) // oxlint-disable-line eslint/no-restricted-properties -- compared with times of the portal
  const runs = limited.flatMap(({ lastRun }) => (lastRun ? [lastRun.at] : []))
  const [oldest] = runs.toSorted()
  if (oldest === undefined || now - new Date(oldest).getTime() < lateMs) return null
  return <Status kind="refused">{t('late', { when: formatSince(oldest) })}</Status>
}

const describeRun = (one: RetentionState) => <LastRun of={one} />

/** What the clean-up did last, and where the days are set. */
const LastRun = ({ of: { title, lastRun, total, setting } }: { of: RetentionState }) => {
  const { t } = useTranslation('retention')
  const ran = lastRun
    ? t('ran', { count: lastRun.deleted, formatted: formatNumber(lastRun.deleted), when: formatSince(lastRun.at) })
    : t('neverRan')
  return (
    <span>
      {total > 0 ? `${ran} ${t('total', { formatted: formatNumber(total) })}` : ran}{' '}
      {setting === null ? null : (
        <Anchor
          size="sm"
          underline="always"
          aria-label={t('changeOf', { title })}
          renderRoot={(props) => <Link to="/manage/settings" hash={setting} {...props} />}
        >
          {t('change')}
        </Anchor>
      )}
    </span>
  )
}

export const Route = createFileRoute('/manage/retention')({
  component: RetentionPage,
  staticData: {
    title: 'retention:titleRetention',
    loggedIn: true,
    staff: 'admin',
    menu: { group: 'admin', icon: IconClockHour4, order: 97 },
  },
})
