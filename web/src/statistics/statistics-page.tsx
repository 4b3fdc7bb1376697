import { Group, SegmentedControl, Stack } from '@mantine/core'
import { chartRangeNames, type ChartRange } from '@spacekeeper/contract/statistics/words.ts'
import { IconChartBar } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { startTransition, useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'
import { breathe, statisticsQuery } from './api.ts'
import { CountedSheet, RecordedSheet } from './charts-sheet.tsx'

const StatisticsPage = () => {
  const { t } = useTranslation('statistics')
  const isOn = useSite().features.enableStatsPage
  const [range, setRange] = useState<ChartRange>('year')
  return (
    <Stack gap="md">
      {isOn ? null : <Status kind="warning">{t('offBanner')}</Status>}
      <Group justify="flex-end">
        <SegmentedControl
          aria-label={t('range')}
          // At a kiosk its words are larger than a narrow screen.
          style={{ maxWidth: '100%', overflowX: 'auto' }}
          // It answers at once by itself, and what is drawn of the period follows.
          defaultValue={range}
          onChange={(chosen) => startTransition(() => setRange(chosen))}
          data={chartRangeNames.map((value) => ({ value, label: t(`range_${value}`) }))}
        />
      </Group>
      <RecordedSheet range={range} />
      <CountedSheet range={range} />
    </Stack>
  )
}

export const Route = createFileRoute('/tools/stats')({
  component: StatisticsPage,
  // Few open the page, so its words come with it.
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(statisticsQuery)
    const { statisticsText } = await import('./text.ts')
    addTexts({ statistics: statisticsText })
    // What a press sets off and the change of the page are two pieces of work.
    await breathe()
  },
  staticData: {
    title: 'statistics:title',
    name: 'stats',
    loggedIn: true,
    memberOnly: true,
    kiosk: true,
    feature: 'enableStatsPage',
    alwaysForAdmins: true,
    menu: { group: 'tools', icon: IconChartBar, order: 50 },
  },
})
