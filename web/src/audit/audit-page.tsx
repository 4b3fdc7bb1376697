import { Stack, Group, Text, Card } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AuditFilter, AuditEntry } from '@spacekeeper/contract/audit/shapes.ts'
import { IconListSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page, Empty } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { auditQuery, exportAudit } from './api.ts'
import { type ChosenFilters, nothingChosen, AuditFilterForm } from './audit-filter-form.tsx'
import { type ListedEntry, EntriesList } from './entries-list.tsx'
import { readAuditPeriod } from './periods.ts'

const asFilter = ({ text, group, who, about, ...days }: ChosenFilters): AuditFilter => ({
  text: text.trim(),
  ...(group && { group }),
  ...(who && { actorId: who.id }),
  ...(about && (about.kind === 'member' ? { memberId: about.id } : { deviceId: about.id })),
  ...readAuditPeriod(days),
})

const asListed = ({ id, at, sentence, facts }: AuditEntry): ListedEntry => ({
  key: String(id),
  at,
  mark: 'info',
  sentence,
  detail: '',
  facts,
})

const AuditPage = () => {
  const { t } = useTranslation('audit')
  const [chosen, setChosen] = useState(nothingChosen)
  const [settled] = useDebouncedValue(chosen, 250)
  const filter = asFilter(settled)
  const query = useInfiniteQuery(auditQuery(filter))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const isFiltered = Object.keys(filter).length > 1 || filter.text !== ''
  return (
    <Stack gap="md">
      <AuditFilterForm chosen={chosen} onChange={setChosen} />
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {t('exportNote')}
        </Text>
        <DownloadButton size="xs" label={t('export')} load={() => exportAudit(asFilter(chosen))} />
      </Group>
      <Page
        query={query}
        skeleton={<RowsSkeleton rows={8} />}
        isEmpty={() => entries.length === 0}
        empty={
          isFiltered ? (
            <Empty title={t('noMatchTitle')} text={t('noMatchText')} />
          ) : (
            <Empty title={t('emptyTitle')} text={t('emptyText')} />
          )
        }
      >
        {() => (
          <>
            <Card>
              <EntriesList entries={entries.map(asListed)} titles="h2" />
            </Card>
            <MoreButton query={query} label={t('showMore')} size="xs" isCentred />
          </>
        )}
      </Page>
    </Stack>
  )
}

export const Route = createFileRoute('/manage/audit')({
  component: AuditPage,
  staticData: {
    title: 'audit:titleAudit',
    loggedIn: true,
    staff: 'admin',
    menu: { group: 'admin', icon: IconListSearch, order: 95 },
  },
})
