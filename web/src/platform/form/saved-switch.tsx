import { Switch } from '@mantine/core'
import { useId } from 'react'
import { SavedBox } from './saved-box.tsx'
import { useSavedField } from './saved-field.ts'

type Props = {
  name: string
  label: string
  description: string
  value: boolean
  save: (value: boolean) => Promise<unknown>
}

/** A switch that saves itself as it is turned. */
export const SavedSwitch = ({ name, label, description, value, save }: Props) => {
  const field = useSavedField({ name, label, value, save })
  const id = useId()
  return (
    <SavedBox field={field} id={id} isLabelWide>
      <Switch
        name={name}
        aria-label={label}
        label={label}
        description={description}
        checked={field.value}
        aria-describedby={id}
        onChange={(event) => field.choose(event.currentTarget.checked)}
      />
    </SavedBox>
  )
}
