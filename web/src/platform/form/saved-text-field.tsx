import { type ComponentProps, useId } from 'react'
import { Stack, TextInput } from '@mantine/core'
import { SavedState } from './saved-state.tsx'
import { useSavedField } from './use-saved-field.ts'

type Props = Pick<ComponentProps<typeof TextInput>, 'type' | 'description' | 'required'> & {
  name: string
  label: string
  value: string
  save: (value: string) => Promise<unknown>
}

/** A text that saves itself as it is typed. */
export const SavedTextField = ({ name, label, value, save, ...input }: Props) => {
  const field = useSavedField({ name, value, save })
  const id = useId()
  return (
    <Stack gap={4}>
      <TextInput
        {...input}
        name={name}
        label={label}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        value={field.value}
        error={field.state.status === 'refused'}
        aria-describedby={id}
        onChange={(event) => field.type(event.currentTarget.value)}
      />
      <SavedState field={field} label={label} id={id} />
    </Stack>
  )
}
