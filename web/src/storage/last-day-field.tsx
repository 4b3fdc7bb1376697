// On its own: three dialogs ask for the last day.
import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'

/** The last day of a place; it may be left empty. */
export const LastDayField = (props: ComponentProps<typeof TextInput>) => {
  const { t } = useTranslation('storage')
  return <TextInput {...props} type="date" label={t('untilOn')} description={t('untilOnHint')} />
}
