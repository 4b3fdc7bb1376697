import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { requiredBy } from '#platform/form/required-fields.ts'
import { settingOf, titleOf } from '../setting-kind.ts'
import type { FieldProps } from './use-setting-field.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const textOf = (value: unknown) => (Array.isArray(value) ? value.map(String).join('\n') : '')

/** Addresses, one on each line. */
export const AddressesField = ({ setting, field, describedBy }: FieldProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const held = textOf(field.value)
  // Empty lines stay while they are typed.
  const shown = typed !== null && linesOf(typed).join('\n') === held ? typed : held
  return (
    <Textarea
      label={titleOf(setting.key)}
      description={settingOf(setting.key).help}
      error={field.state.status === 'refused'}
      aria-describedby={describedBy}
      {...requiredBy(settingOf(setting.key).schema, [])}
      size="md"
      rows={4}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        field.type(linesOf(event.currentTarget.value))
      }}
    />
  )
}
