import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { listedMembersQuery } from './api.ts'

const typingMs = 250

type Props = {
  /** What the form gives its field; the value is the member's number. */
  field: { value?: string; error?: ReactNode; name: string; required: boolean; onChange: (value: unknown) => void }
  onNamed: (name: string) => void
}

/** Another member, found by typing a part of the name they show. */
export const ProxyPicker = ({ field, onNamed }: Props) => {
  const { t } = useTranslation('proxies')
  const ownId = useProfile()?.id
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim().slice(0, 100), typingMs)
  const { data: members = [] } = useQuery(listedMembersQuery(text))
  return (
    <Select
      name={field.name}
      error={field.error}
      required={field.required}
      label={t('proxy')}
      placeholder={t('proxyHint')}
      data={members.filter(({ id }) => id !== ownId).map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has narrowed them already.
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('noMember')}
      value={field.value === '' ? null : (field.value ?? null)}
      onChange={(value) => {
        field.onChange(value ?? '')
        onNamed(members.find(({ id }) => String(id) === value)?.letterName ?? '')
      }}
    />
  )
}
