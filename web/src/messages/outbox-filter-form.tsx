import { Box, Group, NativeSelect } from '@mantine/core'
import { messageChannels, messageStates } from '@spacekeeper/contract/messages/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { WordsField } from '#platform/ui/words-field.tsx'
import type { OutboxFilter } from './api.ts'
import { messageStateWords } from './message-state-badge.tsx'

type Props = { filter: OutboxFilter; onChange: (filter: OutboxFilter) => void }

/** What is left out of the filter is not asked for. */
const without = (filter: OutboxFilter, key: keyof OutboxFilter): OutboxFilter => {
  const { [key]: _, ...rest } = filter
  return rest
}

/** Search and two choices; they stand in the address, so that going back finds them again. */
export const OutboxFilterForm = ({ filter, onChange }: Props) => {
  const { t } = useTranslation('messages')
  const search = (text: string | undefined) =>
    onChange(text === undefined ? without(filter, 'text') : { ...filter, text })
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
        <WordsField text={filter.text} onSearch={search} label={t('searchHint')} />
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
          ...messageStates.map((value) => ({ value, label: t(messageStateWords[value].word) })),
        ]}
        onChange={(event) => state(event.currentTarget.value)}
      />
    </Group>
  )
}
