import { useState } from 'react'
import { Button, Card, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#platform/i18n/format.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { memberSearch } from './api.ts'
import { MembersList } from './members-list.tsx'
import { MembersTable } from './members-table.tsx'

const typingMs = 250
const longestText = 100

const MembersPage = () => {
  const { t } = useTranslation('members')
  const { text = '' } = Route.useSearch()
  const navigate = useNavigate()
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const query = useInfiniteQuery(memberSearch(text))
  const [words, setWords] = useState(text)
  const search = (typed: string) =>
    void navigate({ to: '/manage/members', search: typed ? { text: typed } : {}, replace: true })
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
        <SearchField words={words} onType={type} onClear={clear} />
        <Text size="sm" c="dimmed" role="status">
          {query.data ? t(text ? 'match' : 'count', { count: total, formatted: formatNumber(total) }) : t('searching')}
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
              {isNarrow ? <MembersList members={members} /> : <MembersTable members={members} />}
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

type SearchProps = { words: string; onType: (words: string) => void; onClear: () => void }

/** Searches while somebody types, once he pauses. The words stand in the address, so going back finds them again. */
const SearchField = ({ words, onType, onClear }: SearchProps) => {
  const { t } = useTranslation('members')
  return (
    <TextInput
      type="search"
      aria-label={t('search')}
      placeholder={t('searchHint')}
      value={words}
      maxLength={longestText}
      onChange={(event) => onType(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
      rightSection={words === '' ? null : <CloseButton aria-label={t('clearSearch')} onClick={onClear} />}
      w={{ base: '100%', sm: 324 }}
    />
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
    admin: true,
    menu: { group: 'admin', icon: IconUsers, order: 10 },
  },
})
