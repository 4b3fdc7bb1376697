import { TextInput } from '@mantine/core'
import { type ComponentProps, useId } from 'react'
import type { z } from 'zod'
import { requiredBy } from './required-fields.ts'
import { SavedBox } from './saved-box.tsx'
import { useSavedField } from './saved-field.ts'

type Props = Pick<
  ComponentProps<typeof TextInput>,
  'type' | 'description' | 'autoComplete' | 'readOnly' | 'inputWrapperOrder'
> & {
  name: string
  label: string
  value: string
  /** The contract's rule, so that the browser and the server share it. */
  schema: z.ZodType
  save: (value: string) => Promise<unknown>
  explain?: (error: unknown) => string | undefined
}

/** A text that saves itself as it is typed. */
export const SavedTextField = ({ name, label, value, schema, save, explain, ...input }: Props) => {
  const field = useSavedField({
    name,
    label,
    value,
    check: (text) => schema.safeParse(text).error?.issues[0]?.message,
    save: (text) => save(text.trim()),
    ...(explain && { explain }),
  })
  const id = useId()
  return (
    <SavedBox field={field} id={id}>
      <TextInput
        autoComplete="off"
        {...input}
        {...requiredBy(schema)}
        name={name}
        label={label}
        value={field.value}
        error={field.state.status === 'refused'}
        aria-describedby={id}
        onChange={(event) => field.type(event.currentTarget.value)}
        onBlur={field.leave}
      />
    </SavedBox>
  )
}
