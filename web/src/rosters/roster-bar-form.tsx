import { useState } from 'react'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconMail } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { RosterDevice, StandingCounts } from '@spacekeeper/contract/rosters.ts'
import type { ReceivedFile } from '#platform/api/client.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { ColumnsPicker } from './columns-picker.tsx'
import { FilterList } from './filter-list.tsx'
import { FilterPicker } from './filter-picker.tsx'
import { filtersOf, isNarrowed, longestText, type RosterSearch } from './read-search.ts'
import { StandingPicker } from './standing-picker.tsx'
import type { useColumns } from './use-columns.ts'

const typingMs = 250

type Props = {
  search: RosterSearch
  answer: { total: number; standings: StandingCounts } | undefined
  isLoading: boolean
  devices: readonly RosterDevice[]
  columns: ReturnType<typeof useColumns>
  mayExport: boolean
  onSearch: (search: RosterSearch) => void
  onEmails: () => void
  onExport: () => Promise<ReceivedFile>
}

/** Search, states, filters, columns and exports of what matches. */
export const RosterBarForm = (props: Props) => {
  const { search, answer, devices, columns, mayExport, onSearch, onEmails, onExport } = props
  const isPhone = useIsPhone()
  const { t } = useTranslation('rosters')
  const change = (filters: RosterSearch) => onSearch({ ...search, ...filters })
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Box flex={isPhone ? '1 0 100%' : '1 1 240px'} maw={isPhone ? undefined : 324}>
          <WordsField key={search.text === undefined ? 'none' : 'some'} search={search} onSearch={onSearch} />
        </Box>
        <StandingPicker
          counts={answer?.standings}
          chosen={search.standing}
          onChoose={(standing) => change({ standing })}
        />
      </Group>
      <Group gap="xs">
        <FilterList filters={filtersOf(search)} devices={devices} onChange={change} />
        <FilterPicker search={search} devices={devices} onChange={onSearch} />
        <Group gap="xs" wrap="nowrap" ml={isPhone ? 0 : 'auto'}>
          <Text size="sm" c="dimmed" role="status" style={{ whiteSpace: 'nowrap' }}>
            <Count {...props} />
          </Text>
          {isPhone ? null : <ColumnsPicker shown={columns.shown} onChoose={columns.choose} />}
          {mayExport && !isPhone && answer && answer.total > 0 ? (
            <>
              <Button variant="default" h={36} leftSection={<IconMail size={16} aria-hidden />} onClick={onEmails}>
                {t('emailsShort')}
              </Button>
              <DownloadButton h={36} label={t('exportTable')} load={onExport} />
            </>
          ) : null}
        </Group>
      </Group>
    </Stack>
  )
}

const Count = ({ search, answer, isLoading }: Props) => {
  const { t } = useTranslation('rosters')
  if (!answer) return isLoading ? t('searching') : null
  return t(isNarrowed(search) ? 'match' : 'count', { count: answer.total, formatted: formatNumber(answer.total) })
}

/** Asks after a pause. Emptied from outside it begins anew; while somebody types his words stay. */
const WordsField = ({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) => {
  const { t } = useTranslation('rosters')
  const router = useRouter()
  const [words, setWords] = useState(search.text ?? '')
  const ask = (typed: string) => {
    // Whoever has opened a member meanwhile is not pulled back to the list.
    if (router.latestLocation.pathname !== '/manage/members') return
    onSearch({ ...search, text: typed === '' ? undefined : typed.slice(0, longestText) })
  }
  const askSoon = useDebouncedCallback((typed: string) => ask(typed.trim()), typingMs)
  const type = (typed: string) => {
    setWords(typed)
    askSoon(typed)
  }
  return <SearchField value={words} onChange={type} label={t('searchHint')} />
}
