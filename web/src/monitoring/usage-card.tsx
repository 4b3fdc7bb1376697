import { Card, Group, Title, Stack, SegmentedControl, Text } from '@mantine/core'
import type { UsageSearch } from '@spacekeeper/contract/monitoring/shapes.ts'
import { type UsagePeriod, usagePeriods } from '@spacekeeper/contract/monitoring/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber, formatMoney } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { usageQuery, exportUsage } from './api.ts'
import { UsageTable, formatHours } from './usage-table.tsx'

const words = { month: 'usageMonth', year: 'usageYear', all: 'usageAll' } as const satisfies Record<UsagePeriod, string>

type Props = { deviceId: number; kind: 'door' | 'interlock' }

type Sums = { count: number; refused: number; unknown: number; seconds: number; costCents: number; held: number }

/** Who used a door or a machine, how much and when last. */
export const UsageCard = ({ deviceId, kind }: Props) => {
  const { t } = useTranslation('monitoring')
  const [search, setSearch] = useState<UsageSearch>({ period: 'month', sort: 'count', order: 'down' })
  const query = useInfiniteQuery(usageQuery(deviceId, search))
  const profile = useProfile()
  const mayOpenMembers = isStaffFor(profile, 'members') || isStaffFor(profile, 'access')
  const members = query.data?.pages.flatMap((page) => page.members) ?? []
  const sums = query.data?.pages[0]?.sums
  return (
    <Card component="section" aria-labelledby="usage">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} id="usage">
          {t('usageTitle')}
        </Title>
        <DownloadButton label={t('usageExport')} load={() => exportUsage({ deviceId, ...search })} />
      </Group>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <SegmentedControl
            aria-label={t('usagePeriod')}
            value={search.period}
            onChange={(period) => setSearch({ ...search, period })}
            data={usagePeriods.map((one) => ({ value: one, label: t(words[one]) }))}
          />
          <Text size="sm" c="dimmed" role="status">
            {sums && members.length > 0 ? <Total kind={kind} sums={sums} /> : null}
          </Text>
        </Group>
        <Page
          query={query}
          isEmpty={() => members.length === 0}
          empty={<EmptyUsage isEver={search.period === 'all'} />}
        >
          {() => (
            <div style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
              <UsageTable
                kind={kind}
                members={members}
                search={search}
                mayOpenMembers={mayOpenMembers}
                onSort={setSearch}
              />
            </div>
          )}
        </Page>
        <MoreButton query={query} label={t('usageMore')} />
      </Stack>
    </Card>
  )
}

const Total = ({ kind, sums }: { kind: Props['kind']; sums: Sums }) => {
  const { t } = useTranslation('monitoring')
  const { siteLocaleCurrency } = useSite().general
  const { count, refused, unknown, seconds, costCents, held } = sums
  const formatted = formatNumber(count)
  if (kind === 'interlock') {
    const amount = formatMoney(costCents, siteLocaleCurrency)
    const known = costCents === 0 ? [] : [amount]
    const cost = held === 0 ? known : [t('usageHeld', { amount, count: held })]
    return [t('usageUses', { count, formatted }), formatHours(seconds), ...cost].join(', ')
  }
  const more = [
    ...(refused > 0 ? [t('usageRefusedTimes', { count: refused })] : []),
    ...(unknown > 0 ? [t('usageUnknown', { count: unknown })] : []),
  ]
  return [t('usageLetIn', { count, formatted }), ...more].join(', ')
}

const EmptyUsage = ({ isEver }: { isEver: boolean }) => {
  const { t } = useTranslation('monitoring')
  return (
    <Stack gap={4} py="sm">
      <Text fw={500}>{t('usageNobodyTitle')}</Text>
      <Text size="sm" c="dimmed">
        {t(isEver ? 'usageNeverText' : 'usageNobodyText')}
      </Text>
    </Stack>
  )
}
