import { useState } from 'react'
import { Box, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#platform/i18n/format.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { memberSearch } from './api.ts'
import { MembersList } from './members-list.tsx'
import { MembersTable } from './members-table.tsx'

const typingMs = 250
const longestText = 100

/** The words searched for stand in the address, so that going back from a member finds them again. */
const MembersPage = () => {
  const { t } = useTranslation('members')
  const { text = '' } = Route.useSearch()
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const query = useInfiniteQuery(memberSearch(text))
  const [words, setWords] = useState(text)
  const router = useRouter()
  const search = (typed: string) => {
    // Whoever has opened a member meanwhile is not pulled back to the list.
    if (router.latestLocation.pathname !== '/manage/members') return
    void navigate({ to: '/manage/members', search: typed ? { text: typed.slice(0, longestText) } : {}, replace: true })
  }
  const searchSoon = useDebouncedCallback((typed: string) => search(typed.trim()), typingMs)
  const type = (typed: string) => {
    setWords(typed)
    searchSoon(typed)
  }
  const clear = () => {
    setWords('')
    searchSoon.cancel()
    search('')
  }
  const members = query.data?.pages.flatMap((page) => page.members) ?? []
  const total = query.data?.pages[0]?.total ?? 0

  return (
    <Stack gap="md">
      <Group gap="sm" justify="space-between">
        <Box w={{ base: '100%', sm: 324 }}>
          <SearchField value={words} onChange={type} label={t('searchHint')} />
        </Box>
        <Text size="sm" c="dimmed" role="status">
          {query.data ? t(text ? 'match' : 'count', { count: total, formatted: formatNumber(total) }) : null}
          {query.isLoading ? t('searching') : null}
        </Text>
      </Group>
      <Page
        query={query}
        isEmpty={() => total === 0}
        empty={text ? <NoMatch text={text} onClear={clear} /> : <Empty title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {() => (
          <>
            <Card padding={0} style={{ overflow: 'clip', opacity: query.isPlaceholderData ? 0.6 : 1 }}>
              {isPhone ? <MembersList members={members} /> : <MembersTable members={members} />}
            </Card>
            {query.hasNextPage ? (
              <Group justify="center" gap="md">
                <Text size="sm" c="dimmed">
                  {t('shown', { shown: formatNumber(members.length), total: formatNumber(total) })}
                </Text>
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('showMore')}
                </Button>
              </Group>
            ) : null}
          </>
        )}
      </Page>
    </Stack>
  )
}

const NoMatch = ({ text, onClear }: { text: string; onClear: () => void }) => {
  const { t } = useTranslation('members')
  return (
    <Empty
      title={t('noneTitle', { text })}
      text={t('noneText')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('showAll')}
        </Button>
      }
    />
  )
}

export const Route = createFileRoute('/manage/members')({
  component: MembersPage,
  validateSearch: ({ text }: Record<string, unknown>): { text?: string } =>
    typeof text === 'string' || typeof text === 'number' ? { text: String(text).slice(0, longestText) } : {},
  staticData: {
    title: 'members:titleMembers',
    loggedIn: true,
    staff: ['members', 'access', 'money'],
    menu: { group: 'admin', icon: IconUsers, order: 10 },
  },
})
