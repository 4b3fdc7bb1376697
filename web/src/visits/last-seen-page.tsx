import { Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { lastSeenQuery, lastSeenShown } from './api.ts'
import { LastSeenTable } from './last-seen-table.tsx'
import { VisibilityPicker } from './visibility-picker.tsx'
import classes from './last-seen.module.css'

const quietMs = 250

const LastSeenPage = () => {
  const { t } = useTranslation('visits')
  const ownId = useProfile()?.id
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), quietMs)
  const query = useQuery(lastSeenQuery(wanted))
  const noMembers =
    wanted === '' ? (
      <Empty title={t('nobodySeenTitle')} text={t('nobodySeenText')} />
    ) : (
      <Empty title={t('noMatchTitle')} text={t('noMatchText', { text: wanted })} />
    )
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md" align="center">
        <Text c="dimmed" flex="1 1 260px">
          {t('lastSeenIntro')}
        </Text>
        <div className={classes.tools}>
          <div className={classes.search}>
            <SearchField value={text} onChange={setText} label={t('searchLastSeen')} />
          </div>
          <VisibilityPicker />
        </div>
      </Group>
      <Page query={query} skeleton={<RowsSkeleton rows={8} />} isEmpty={(rows) => rows.length === 0} empty={noMembers}>
        {(rows) => (
          <>
            <LastSeenTable rows={rows} filter={wanted} ownId={ownId} />
            {rows.length === lastSeenShown ? (
              <Text c="dimmed" mt="sm">
                {t('newestShown', { count: lastSeenShown })}
              </Text>
            ) : null}
          </>
        )}
      </Page>
    </>
  )
}

export const Route = createFileRoute('/tools/swipes/lastseen')({
  component: LastSeenPage,
  loader: ({ context }) => void context.queryClient.prefetchQuery(lastSeenQuery('')),
  staticData: {
    title: 'visits:lastSeen',
    name: 'lastSeen',
    loggedIn: true,
    memberOnly: true,
    kiosk: true,
    menu: { group: 'tools', icon: IconEye, order: 40 },
  },
})
