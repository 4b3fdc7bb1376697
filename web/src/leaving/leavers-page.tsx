import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { leavingFilters } from '@spacekeeper/contract/leaving/words.ts'
import { IconDoorExit } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { type LeavingFilter, leavingsQuery } from './api.ts'
import { BeginDialog } from './begin-dialog.tsx'
import { LeavingRow } from './leaving-row.tsx'
import { loadLeavingWords } from './page-words.ts'
import { RefundsCard } from './refunds-card.tsx'

const StartButton = () => {
  const { t } = useTranslation('leaving')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('start')}
      </Button>
      {isOpen ? <BeginDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const Checklists = () => {
  const { t } = useTranslation('leaving')
  const [filter, setFilter] = useState<LeavingFilter>('open')
  const query = useInfiniteQuery(leavingsQuery(filter))
  return (
    <Page query={query} skeleton={<RowsSkeleton rows={4} />}>
      {({ pages }) => {
        const leavings = pages.flatMap((page) => page.leavings)
        const counts = pages[0]?.counts ?? { open: 0, over: 0 }
        const empty =
          filter === 'open' ? (['emptyOpen', 'emptyOpenText'] as const) : (['emptyOver', 'emptyOverText'] as const)
        return (
          <>
            <Group justify="space-between" gap="sm">
              <SegmentedControl
                aria-label={t('filter')}
                value={filter}
                onChange={setFilter}
                data={leavingFilters.map((value) => ({ value, label: t(`filter_${value}`, { count: counts[value] }) }))}
              />
              <StartButton />
            </Group>
            {leavings.length === 0 ? <Empty title={t(empty[0])} text={t(empty[1])} /> : null}
            {leavings.map((leaving) => (
              <LeavingRow key={leaving.id} leaving={leaving} />
            ))}
            <MoreButton query={query} label={t('more')} />
          </>
        )
      }}
    </Page>
  )
}

/** Where each member who leaves stands, and which balances have to be paid back. */
const LeaversPage = () => {
  const { t } = useTranslation('leaving')
  const profile = useProfile()
  return (
    <Stack gap="md" maw={820}>
      <Text c="dimmed">{t('staffIntro')}</Text>
      {isStaffFor(profile, 'money') ? <RefundsCard /> : null}
      {isStaffFor(profile, 'members') ? <Checklists /> : null}
    </Stack>
  )
}

export const Route = createFileRoute('/manage/leavers')({
  component: LeaversPage,
  // Few open the page, so its words come with it.
  loader: loadLeavingWords,
  staticData: {
    title: 'leaving:titleLeavers',
    loggedIn: true,
    staff: ['members', 'money'],
    feature: 'enableLeaving',
    menu: { group: 'admin', icon: IconDoorExit, order: 14 },
  },
})
