import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { proxyPeopleQuery } from './api.ts'

const typingMs = 250

type Props = {
  meetingId: number
  label: string
  field: { value?: string; error?: ReactNode; name: string; required: boolean; onChange: (value: unknown) => void }
}

/** A member by their full name, with a word about those who can't vote at the meeting. */
export const VoterPicker = ({ meetingId, label, field }: Props) => {
  const { t } = useTranslation('proxies')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim().slice(0, 100), typingMs)
  const { data: people = [] } = useQuery(proxyPeopleQuery(meetingId, text))
  return (
    <Select
      name={field.name}
      error={field.error}
      required={field.required}
      label={label}
      placeholder={t('typeName')}
      data={people.map(({ id, name, isOnRoll }) => ({
        value: String(id),
        label: isOnRoll ? name : t('cannotVote', { name }),
        disabled: !isOnRoll,
      }))}
      // The server has narrowed them already.
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('noOneFound')}
      value={field.value === '' ? null : (field.value ?? null)}
      onChange={(value) => field.onChange(value ?? '')}
    />
  )
}
