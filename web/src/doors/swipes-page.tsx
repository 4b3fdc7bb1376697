import { useState } from 'react'
import { Group, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Swipe } from '@spacekeeper/contract/doors.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { accessQuery, swipesQuery } from './api.ts'
import type { InterlockUse } from './api.ts'
import { SwipesTable } from './swipes-table.tsx'
import { UsesTable } from './uses-table.tsx'
import classes from './swipes.module.css'

type Tab = 'doors' | 'interlocks'
const isTab = (value: string | null): value is Tab => value === 'doors' || value === 'interlocks'

/** Rows in which any of the words shown contains the text, whatever its case. */
export const matching = <T,>(rows: T[], wordsOf: (row: T) => (string | null)[], text: string): T[] => {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) => wordsOf(row).some((word) => word?.toLocaleLowerCase().includes(wanted)))
}

const NoMatch = ({ text }: { text: string }) => {
  const { t } = useTranslation('doors')
  return <Empty title={t('noMatchTitle')} text={t('noMatchText', { text })} />
}

const Swipes = ({ swipes, text }: { swipes: Swipe[]; text: string }) => {
  const { t } = useTranslation('doors')
  const shown = matching(swipes, ({ user, name }) => [user, name], text)
  if (swipes.length === 0) return <Empty title={t('noSwipesTitle')} text={t('noSwipesText')} />
  if (shown.length === 0) return <NoMatch text={text} />
  return <SwipesTable swipes={shown} newest={swipes} filter={text} />
}

const Uses = ({ uses, text }: { uses: InterlockUse[]; text: string }) => {
  const { t } = useTranslation('doors')
  const shown = matching(uses, ({ userOn, userOff, name }) => [userOn, userOff, name], text)
  if (uses.length === 0) return <Empty title={t('noUsesTitle')} text={t('noUsesText')} />
  if (shown.length === 0) return <NoMatch text={text} />
  return <UsesTable uses={shown} filter={text} />
}

const SwipesPage = () => {
  const { t } = useTranslation('doors')
  const [text, setText] = useState('')
  const [tab, setTab] = useState<Tab>('doors')
  const query = useQuery(swipesQuery)
  const access = useQuery(accessQuery)
  const hasMachines = (query.data?.interlocks.length ?? 0) > 0 || (access.data?.interlocks.length ?? 0) > 0
  const open = hasMachines ? tab : 'doors'
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md" align="center">
        <Text c="dimmed">{t('swipesIntro')}</Text>
        <div className={classes.search}>
          <SearchField value={text} onChange={setText} label={t(open === 'doors' ? 'searchSwipes' : 'searchUses')} />
        </div>
      </Group>
      <Tabs value={open} onChange={(value) => isTab(value) && setTab(value)}>
        {hasMachines ? (
          <Tabs.List mb="md">
            <Tabs.Tab value="doors">{t('tabDoors')}</Tabs.Tab>
            <Tabs.Tab value="interlocks">{t('tabInterlocks')}</Tabs.Tab>
          </Tabs.List>
        ) : null}
        <Page query={query} skeleton={<RowsSkeleton rows={8} />}>
          {({ doors, interlocks }) =>
            open === 'doors' ? <Swipes swipes={doors} text={text} /> : <Uses uses={interlocks} text={text} />
          }
        </Page>
      </Tabs>
    </>
  )
}

export const Route = createFileRoute('/tools/swipes/recent')({
  component: SwipesPage,
  loader: ({ context }) => void context.queryClient.prefetchQuery(swipesQuery),
  staticData: {
    title: 'doors:recentSwipes',
    name: 'recentSwipes',
    loggedIn: true,
    memberOnly: true,
    kiosk: true,
    menu: { group: 'tools', icon: IconHistory, order: 30 },
  },
})
