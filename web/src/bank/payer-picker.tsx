import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { payersQuery } from './api.ts'

export type ChosenPayer = { id: number; name: string }

/** The member whose payment it is, found by a part of their name or email. */
export const PayerPicker = ({ onChoose }: { onChoose: (payer: ChosenPayer | null) => void }) => {
  const { t } = useTranslation('bank')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [text] = useDebouncedValue(typed.trim().slice(0, 100), 250)
  const members = useQuery(payersQuery(text)).data?.members ?? []
  return (
    <Select
      label={t('payer')}
      placeholder={t('payerHint')}
      data={members.map(({ id, fullName }) => ({ value: String(id), label: fullName }))}
      // The server has narrowed them already.
      filter={({ options }) => options}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('payerNone')}
      value={chosen}
      onChange={(value, option) => {
        setChosen(value)
        onChoose(value === null ? null : { id: Number(value), name: option?.label ?? '' })
      }}
    />
  )
}
