import { useCombobox, Combobox, TextInput, CloseButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { NamedThing } from '@spacekeeper/contract/audit/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { namesQuery } from './api.ts'

type Props = {
  label: string
  placeholder: string
  /** Devices did nothing by themselves, so they are only found where things were done to them. */
  withDevices: boolean
  value: NamedThing | null
  onChange: (value: NamedThing | null) => void
}

/** A member or device, found by typing. */
export const AuditNamePicker = ({ label, placeholder, withDevices, value, onChange }: Props) => {
  const { t } = useTranslation('audit')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text, 200)
  const query = useQuery({ ...namesQuery(wanted), enabled: combobox.dropdownOpened })
  const names = (query.data?.names ?? []).filter(({ kind }) => withDevices || kind === 'member')
  const choose = (chosen: NamedThing | null) => {
    onChange(chosen)
    setText('')
    combobox.closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => choose(names.find(({ kind, id }) => `${kind} ${id}` === key) ?? null)}
    >
      <Combobox.Target>
        <TextInput
          // Unmarked: it narrows the list.
          label={label}
          placeholder={placeholder}
          value={combobox.dropdownOpened ? text : (value?.name ?? '')}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          rightSection={
            value ? <CloseButton aria-label={t('clearOf', { label })} onClick={() => choose(null)} /> : null
          }
          rightSectionPointerEvents="all"
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={label}>
          {names.length === 0 && query.data ? <Combobox.Empty>{t('nothingFound')}</Combobox.Empty> : null}
          {names.map((name) => (
            <Combobox.Option key={`${name.kind} ${name.id}`} value={`${name.kind} ${name.id}`}>
              {name.name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
