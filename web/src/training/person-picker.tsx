import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { IdAndName } from '@spacekeeper/contract/training/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PeopleSearch } from './api.ts'

const typingMs = 250

type Props = {
  label: string
  search: PeopleSearch
  onChoose: (person: IdAndName | null) => void
}

/** A member who is found by a part of their name. */
export const PersonPicker = ({ label, search, onChoose }: Props) => {
  const { t } = useTranslation('training')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [text] = useDebouncedValue(typed.trim(), typingMs)
  const members = useQuery(search(text)).data?.members ?? []
  return (
    <Select
      label={label}
      description={t('awardWhoHint')}
      data={members.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has narrowed them already.
      filter={({ options }) => options}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={text.length < 2 ? t('awardWhoHint') : t('awardNoMatch')}
      value={chosen}
      onChange={(value, option) => {
        setChosen(value)
        onChoose(value === null ? null : { id: Number(value), name: option?.label ?? '' })
      }}
    />
  )
}
