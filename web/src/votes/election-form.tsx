import { Group, NumberInput, Select } from '@mantine/core'
import type { TypedMotion } from '@spacekeeper/contract/votes/forms.ts'
import { mostSeats } from '@spacekeeper/contract/votes/words.ts'
import type { ApiForm } from '#platform/form/api-form.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { OptionsField } from './options-field.tsx'

const methods = ['ranked', 'approval'] as const

/** What can be chosen in an election, for how many seats, and how it is counted. */
export const ElectionForm = ({ form }: { form: ApiForm<TypedMotion> }) => {
  const { t } = useTranslation('votes')
  const { error } = form.field('options')
  return (
    <>
      <Group grow align="flex-start" gap="sm">
        <Select
          {...form.field('method')}
          label={t('fieldMethod')}
          data={methods.map((value) => ({ value, label: t(`chooseMethod_${value}`) }))}
          allowDeselect={false}
        />
        <NumberInput {...form.field('seats')} label={t('fieldSeats')} min={1} max={mostSeats} allowDecimal={false} />
      </Group>
      <OptionsField
        options={form.values.options}
        error={typeof error === 'string' ? error : null}
        onChange={(options) => form.set('options', options)}
      />
    </>
  )
}
