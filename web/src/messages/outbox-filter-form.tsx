import { Box, Group, NativeSelect } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { messageChannels, messageStates } from '@spacekeeper/contract/messages/words.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '#platform/ui/search-field.tsx'
import type { OutboxFilter } from './api.ts'
import { stateWords } from './message-state-badge.tsx'

const typingMs = 250
const longestText = 100

type Props = { filter: OutboxFilter; onChange: (filter: OutboxFilter) => void }

/** What is left out of the filter is not asked for. */
const without = (filter: OutboxFilter, key: keyof OutboxFilter): OutboxFilter => {
  const { [key]: _, ...rest } = filter
  return rest
}

/** Search and two choices; they stand in the address, so that going back finds them again. */
export const OutboxFilterForm = ({ filter, onChange }: Props) => {
  const { t } = useTranslation('messages')
  const [words, setWords] = useState(filter.text ?? '')
  const searchSoon = useDebouncedCallback((typed: string) => {
    const text = typed.trim().slice(0, longestText)
    onChange(text === '' ? without(filter, 'text') : { ...filter, text })
  }, typingMs)
  const type = (typed: string) => {
    setWords(typed)
    searchSoon(typed)
  }
  const channel = (value: string) => {
    const known = messageChannels.find((one) => one === value)
    onChange(known ? { ...filter, channel: known } : without(filter, 'channel'))
  }
  const state = (value: string) => {
    const known = messageStates.find((one) => one === value)
    onChange(known ? { ...filter, state: known } : without(filter, 'state'))
  }
  return (
    <Group gap="sm" role="search">
      <Box w={{ base: '100%', sm: 324 }}>
        <SearchField value={words} onChange={type} label={t('searchHint')} />
      </Box>
      <NativeSelect
        aria-label={t('channel')}
        value={filter.channel ?? ''}
        data={[
          { value: '', label: t('allChannels') },
          { value: 'email', label: t('onlyMail') },
          { value: 'sms', label: t('onlySms') },
        ]}
        onChange={(event) => channel(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('columnState')}
        value={filter.state ?? ''}
        data={[
          { value: '', label: t('allStates') },
          ...messageStates.map((value) => ({ value, label: t(stateWords[value].word) })),
        ]}
        onChange={(event) => state(event.currentTarget.value)}
      />
    </Group>
  )
}
