import { Button, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { visitorLists, type VisitorList } from '@spacekeeper/contract/visitors/words.ts'
import { IconQrcode, IconWalk } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { LabelDialog } from '#platform/ui/label-dialog.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { download, downloadPoster, downloadRoll, posterQuery, visitorsQuery } from './api.ts'
import { VisitorRow } from './visitor-row.tsx'
import rows from '#platform/ui/list-rows.module.css'

const pageSize = 50
const most = 500

const emptyWords = { today: 'emptyToday', past: 'emptyPast', expected: 'emptyExpected' } as const // keys of words

/** Who visits the space, for staff: today, of all times, and expected. */
const ManageVisitorsPage = () => {
  const { t } = useTranslation('visitors')
  const [list, setList] = useState<VisitorList>('today')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim().slice(0, 100), 300)
  const [limit, setLimit] = useState(pageSize)
  const [isPoster, setPoster] = useState(false)
  const choose = (chosen: string) => {
    setList(visitorLists.find((one) => one === chosen) ?? 'today')
    setLimit(pageSize)
  }
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={t('lists')}
          value={list}
          onChange={choose}
          data={visitorLists.map((value) => ({ value, label: t(value) }))}
        />
        <Group gap="xs">
          <Button variant="default" leftSection={<IconQrcode size={16} aria-hidden />} onClick={() => setPoster(true)}>
            {t('poster')}
          </Button>
          <DownloadButton label={t('roll')} load={() => downloadRoll()} />
          <DownloadButton label={t('export')} load={() => download({ list, text })} />
        </Group>
      </Group>
      <SearchField label={t('search')} value={typed} onChange={setTyped} />
      <Page
        query={useQuery(visitorsQuery({ list, text, limit }))}
        isEmpty={({ visitors }) => visitors.length === 0}
        empty={
          text === '' ? (
            <Empty title={t(emptyWords[list])} text={t('emptyText')} />
          ) : (
            <Empty title={t('noMatch')} text={t('noMatchText', { text })} />
          )
        }
      >
        {({ visitors, total }) => (
          <>
            <Card>
              <ul className={rows.list} aria-label={t('listLabel')}>
                {visitors.map((visitor) => (
                  <VisitorRow key={visitor.id} of={visitor} />
                ))}
              </ul>
            </Card>
            {total > visitors.length ? (
              <Group justify="center" gap="sm">
                <Text size="sm" c="dimmed">
                  {t('shownOf', { shown: visitors.length, total })}
                </Text>
                {limit < most ? (
                  <Button variant="default" onClick={() => setLimit(Math.min(most, limit + 3 * pageSize))}>
                    {t('more')}
                  </Button>
                ) : null}
              </Group>
            ) : null}
          </>
        )}
      </Page>
      {isPoster ? (
        <LabelDialog
          title={t('posterTitle')}
          query={posterQuery}
          load={() => downloadPoster()}
          onClose={() => setPoster(false)}
        />
      ) : null}
    </Stack>
  )
}

export const Route = createFileRoute('/manage/visitors')({
  component: ManageVisitorsPage,
  staticData: {
    title: 'visitors:titleManage',
    loggedIn: true,
    staff: 'members',
    feature: 'enableVisitors',
    menu: { group: 'admin', icon: IconWalk, order: 18 },
  },
})
