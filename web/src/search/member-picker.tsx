import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { membersQuery, type PeopleSearch, type PickedMember } from './api.ts'

const typingMs = 250

type Props = {
  label?: string
  /** What to type, where few letters are not enough. */
  hint?: string
  /** The members to choose from; all of them, if nothing is said. */
  search?: PeopleSearch
  required?: boolean
  onChoose: (member: PickedMember | null) => void
}

/** A member found by typing a part of their name. */
export const MemberPicker = ({ label, hint, search = membersQuery, onChoose, ...field }: Props) => {
  const { t } = useTranslation('access')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<PickedMember | null>(null)
  const wanted = typed.trim().slice(0, 100)
  const [text] = useDebouncedValue(wanted, typingMs)
  const { data = [], isEnabled, isPlaceholderData } = useQuery(search(text))
  // Those found for what was typed before would make way under the pointer, or under Enter, for those that are meant.
  const isLate = wanted !== text || isPlaceholderData
  const members = isLate ? (chosen ? [chosen] : []) : data
  return (
    <Select
      {...field}
      label={label ?? t('tryMember')}
      placeholder={t('tryTypeName')}
      description={hint}
      data={members.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has narrowed them already.
      filter={({ options }) => options}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={isLate ? undefined : isEnabled || hint === undefined ? t('tryNobodyFound') : hint}
      value={chosen === null ? null : String(chosen.id)}
      onChange={(value, option) => {
        const next = value === null ? null : { id: Number(value), name: option?.label ?? '' }
        setChosen(next)
        onChoose(next)
      }}
    />
  )
}
