import { useId } from 'react'
import { Stack, Switch } from '@mantine/core'
import { SavedState } from './saved-state.tsx'
import { useSavedField } from './use-saved-field.ts'

type Props = {
  name: string
  label: string
  description: string
  value: boolean
  save: (value: boolean) => Promise<unknown>
}

/** A switch that saves itself as it is turned. */
export const SavedSwitch = ({ name, label, description, value, save }: Props) => {
  const field = useSavedField({ name, value, save })
  const id = useId()
  return (
    <Stack gap={4}>
      <Switch
        name={name}
        aria-label={label}
        label={label}
        description={description}
        checked={field.value}
        aria-describedby={id}
        onChange={(event) => field.choose(event.currentTarget.checked)}
      />
      <SavedState field={field} label={label} id={id} />
    </Stack>
  )
}
