import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenMember } from '../access/one-grant.ts'
import { membersQuery } from './api.ts'

const typingMs = 250

/** A member found by typing a part of their name. */
export const MemberPicker = ({ onChoose }: { onChoose: (member: ChosenMember | null) => void }) => {
  const { t } = useTranslation('access')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [text] = useDebouncedValue(typed.trim(), typingMs)
  const members = useQuery(membersQuery(text)).data?.members ?? []
  return (
    <Select
      label={t('tryMember')}
      placeholder={t('tryTypeName')}
      data={members.map(({ id, fullName }) => ({ value: String(id), label: fullName }))}
      // The server has narrowed them already.
      filter={({ options }) => options}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('tryNobodyFound')}
      value={chosen}
      onChange={(value, option) => {
        setChosen(value)
        onChoose(value === null ? null : { id: Number(value), name: option?.label ?? '' })
      }}
    />
  )
}
