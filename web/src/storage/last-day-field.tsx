// On its own: three dialogs ask for the last day.
import { TextInput } from '@mantine/core'
import { TypedFutureDay } from '@spacekeeper/contract/days.ts'
import type { ComponentProps } from 'react'
import { z } from 'zod'
import { useTranslation } from '#platform/i18n/use-translation.ts'

/** An empty field is no last day. */
export const TypedEnd = z.object({ untilOn: TypedFutureDay })

/** The last day of a place; it may be left empty. */
export const LastDayField = (props: ComponentProps<typeof TextInput>) => {
  const { t } = useTranslation('storage')
  return <TextInput {...props} type="date" label={t('untilOn')} description={t('untilOnHint')} />
}
