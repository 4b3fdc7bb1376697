import { Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type PlaceFilter, placeFilters } from '@spacekeeper/contract/storage/words.ts'
import { IconBox, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { storagePlacesQuery } from './api.ts'
import { ManyDialog } from './many-dialog.tsx'
import { loadStorageWords } from './page-words.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { PlaceRow } from './place-row.tsx'
import { RequestsList } from './requests-list.tsx'
import classes from './storage.module.css'

const typingMs = 250

const AddButtons = () => {
  const { t } = useTranslation('storage')
  const [opened, setOpened] = useState<'one' | 'many' | null>(null)
  const close = () => setOpened(null)
  return (
    <Group gap="xs">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('one')}>
        {t('addOne')}
      </Button>
      <Button variant="default" onClick={() => setOpened('many')}>
        {t('addMany')}
      </Button>
      {opened === 'one' ? <PlaceDialog place={null} onClose={close} /> : null}
      {opened === 'many' ? <ManyDialog onClose={close} /> : null}
    </Group>
  )
}

const isFilter = (value: string): value is PlaceFilter => placeFilters.some((filter) => filter === value)

/** Every storage place of the space, and who waits for one. */
const PlacesPage = () => {
  const { t } = useTranslation('storage')
  const [filter, setFilter] = useState<PlaceFilter>('all')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim().slice(0, 100), typingMs)
  return (
    <Stack gap="md" maw={860}>
      <Page
        query={useQuery(storagePlacesQuery({ filter, text }))}
        skeleton={<RowsSkeleton rows={5} />}
        isEmpty={({ counts, requests }) => counts.all === 0 && requests.length === 0}
        empty={<Empty title={t('emptyTitle')} text={t('emptyText')} action={<AddButtons />} />}
      >
        {({ places, counts, requests }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text c="dimmed">{t('staffIntro')}</Text>
              <AddButtons />
            </Group>
            {requests.length > 0 ? <RequestsList requests={requests} /> : null}
            <Group gap="sm" grow preventGrowOverflow={false}>
              <SearchField value={typed} onChange={setTyped} label={t('search')} />
              <NativeSelect
                aria-label={t('filter')}
                value={filter}
                onChange={({ currentTarget: { value } }) => setFilter(isFilter(value) ? value : 'all')}
                data={placeFilters.map((one) => ({ value: one, label: t(`filter_${one}`, { count: counts[one] }) }))}
              />
            </Group>
            {places.length === 0 ? (
              <Empty title={t('noMatch')} text={t('noMatchText')} />
            ) : (
              <Card>
                <ul className={classes.list} aria-label={t('list')}>
                  {places.map((place) => (
                    <PlaceRow key={place.id} place={place} />
                  ))}
                </ul>
              </Card>
            )}
          </>
        )}
      </Page>
    </Stack>
  )
}

export const Route = createFileRoute('/manage/storage')({
  component: PlacesPage,
  // Few open the page, so its words come with it.
  loader: loadStorageWords,
  staticData: {
    title: 'storage:titlePlaces',
    loggedIn: true,
    staff: 'members',
    feature: 'enableStorage',
    menu: { group: 'admin', icon: IconBox, order: 27 },
  },
})
