import { useTranslation } from 'react-i18next'
import { settings } from '@spacekeeper/contract/settings.ts'
import { CardForm } from './card-form.tsx'
import { EntriesField } from './entries-field.tsx'
import type { FieldProps } from './setting-field.tsx'

/** The cards of the home page, in their order. */
export const CardsField = (props: FieldProps) => {
  const { t } = useTranslation('settings')
  const cards = settings.HOME_PAGE_CARDS.schema.safeParse(props.field.value).data ?? []
  return (
    <EntriesField
      {...props}
      entries={cards}
      titleOfEntry={({ title }) => title}
      describe={({ description }) => description}
      words={{ add: t('addCard'), empty: t('noCards'), newEntry: t('newCard'), editEntry: t('editCard') }}
      Form={CardForm}
    />
  )
}
