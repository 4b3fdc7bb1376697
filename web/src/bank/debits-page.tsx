import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { runsQuery } from './api.ts'
import { MandatesCard } from './mandates-card.tsx'
import { NewRunDialog } from './new-run-dialog.tsx'
import { RunCard } from './run-card.tsx'

const DebitsPage = () => {
  const { t } = useTranslation('bank')
  const [skip, setSkip] = useState(0)
  const [isNew, setNew] = useState(false)
  const query = useQuery(runsQuery(skip))
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
      {t('newRun')}
    </Button>
  )
  return (
    <Stack gap="md">
      <Page
        query={query}
        skeleton={<RowsSkeleton rows={4} />}
        isEmpty={({ total }) => total === 0}
        empty={<Empty title={t('noRunsTitle')} text={t('noRunsText')} action={add} />}
      >
        {({ runs, total }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text c="dimmed" maw={560}>
                {t('debitsIntro')}
              </Text>
              {add}
            </Group>
            {runs.map((run) => (
              <RunCard key={run.id} run={run} />
            ))}
            {total > 20 ? (
              <Group justify="flex-end" gap="xs">
                <Button variant="default" disabled={skip === 0} onClick={() => setSkip(skip - 20)}>
                  {t('previous')}
                </Button>
                <Button variant="default" disabled={skip + runs.length >= total} onClick={() => setSkip(skip + 20)}>
                  {t('next')}
                </Button>
              </Group>
            ) : null}
          </>
        )}
      </Page>
      <MandatesCard />
      {isNew ? <NewRunDialog onClose={() => setNew(false)} /> : null}
    </Stack>
  )
}

export const Route = createFileRoute('/manage/payments/debits')({
  component: DebitsPage,
  staticData: {
    title: 'bank:titleDebits',
    loggedIn: true,
    staff: 'money',
    hiddenMenu: true,
    backButton: '/manage/payments',
  },
})
