import { Group, NativeSelect, Switch, Tabs, Text } from '@mantine/core'
import type { InterlockUse, Swipe } from '@spacekeeper/contract/access/shapes.ts'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useLostAt } from '#platform/live/line.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { accessQuery, swipesQuery } from './api.ts'
import { type RowsFilter, type RowsOrder, chooseRows, isOrder } from './swipe-rows.ts'
import { SwipesTable } from './swipes-table.tsx'
import { UsesTable } from './uses-table.tsx'
import classes from './swipes.module.css'

type SwipesTab = 'doors' | 'interlocks'

const isTab = (value: string | null): value is SwipesTab => value === 'doors' || value === 'interlocks'

/** Why there is no row, where there are some without the filter. */
const NoMatch = ({ filter }: { filter: RowsFilter }) => {
  const { t } = useTranslation('access')
  if (filter.text.trim() === '') return <Empty title={t('noneMineTitle')} text={t('noneMineText')} />
  return <Empty title={t('noMatchTitle')} text={t('noMatchText', { text: filter.text })} />
}

const Swipes = ({ swipes, filter }: { swipes: Swipe[]; filter: RowsFilter }) => {
  const { t } = useTranslation('access')
  const shown = chooseRows(swipes, { filter, wordsOf: ({ user, name }) => [user, name] })
  if (swipes.length === 0) return <Empty title={t('noSwipesTitle')} text={t('noSwipesText')} />
  if (shown.length === 0) return <NoMatch filter={filter} />
  return <SwipesTable swipes={shown} newest={swipes} filter={filter} />
}

const Uses = ({ uses, filter }: { uses: InterlockUse[]; filter: RowsFilter }) => {
  const { t } = useTranslation('access')
  const shown = chooseRows(uses, { filter, wordsOf: ({ userOn, name, userOff }) => [userOn, name, userOff] })
  if (uses.length === 0) return <Empty title={t('noUsesTitle')} text={t('noUsesText')} />
  if (shown.length === 0) return <NoMatch filter={filter} />
  return <UsesTable uses={shown} filter={filter} />
}

const SwipesPage = () => {
  const { t } = useTranslation('access')
  const [filter, setFilter] = useState<RowsFilter>({ text: '', isMine: false, order: 'newest' })
  const [tab, setTab] = useState<SwipesTab>('doors')
  const query = useQuery(swipesQuery)
  const access = useQuery(accessQuery)
  const hasMachines = (query.data?.interlocks.length ?? 0) > 0 || (access.data?.interlocks.length ?? 0) > 0
  const open = hasMachines ? tab : 'doors'
  // Rows wait until it is known whether tabs stand above them, and so do not move when they come.
  const isKnown = hasMachines || !access.isPending
  const shown = isKnown ? query : { ...query, data: undefined, isPending: true }
  const set = (changed: Partial<RowsFilter>) => setFilter((before) => ({ ...before, ...changed }))
  const orders: { value: RowsOrder; label: string }[] = [
    { value: 'newest', label: t('sortNewest') },
    { value: 'member', label: t('sortMember') },
    { value: 'device', label: t(open === 'doors' ? 'sortDoor' : 'sortMachine') },
  ]
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md" align="center">
        <Text c="dimmed">{t(useLostAt() === null ? 'swipesIntro' : 'swipesIntroLost')}</Text>
        <Group gap="sm" className={classes.tools ?? ''}>
          <Switch
            label={t('onlyMine')}
            checked={filter.isMine}
            onChange={(event) => set({ isMine: event.currentTarget.checked })}
          />
          <NativeSelect
            aria-label={t('sortBy')}
            data={orders}
            value={filter.order}
            onChange={({ currentTarget: { value } }) => isOrder(value) && set({ order: value })}
          />
          <div className={classes.search}>
            <SearchField
              value={filter.text}
              onChange={(text) => set({ text })}
              label={t(open === 'doors' ? 'searchSwipes' : 'searchUses')}
            />
          </div>
        </Group>
      </Group>
      <Tabs value={open} onChange={(value) => isTab(value) && setTab(value)}>
        <Page query={shown} skeleton={<RowsSkeleton rows={8} />}>
          {({ doors, interlocks }) => (
            <>
              {hasMachines ? (
                <Tabs.List mb="md">
                  <Tabs.Tab value="doors">{t('tabDoors')}</Tabs.Tab>
                  <Tabs.Tab value="interlocks">{t('tabInterlocks')}</Tabs.Tab>
                </Tabs.List>
              ) : null}
              {open === 'doors' ? (
                <Swipes swipes={doors} filter={filter} />
              ) : (
                <Uses uses={interlocks} filter={filter} />
              )}
            </>
          )}
        </Page>
      </Tabs>
    </>
  )
}

export const Route = createFileRoute('/tools/swipes/recent')({
  component: SwipesPage,
  loader: ({ context }) => void context.queryClient.prefetchQuery(swipesQuery),
  staticData: {
    title: 'access:recentSwipes',
    name: 'recentSwipes',
    loggedIn: true,
    memberOnly: true,
    kiosk: true,
    menu: { group: 'tools', icon: IconHistory, order: 30 },
  },
})
