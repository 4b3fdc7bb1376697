import { Group, NumberInput, Select } from '@mantine/core'
import { type TypedMotion, typedShares } from '@spacekeeper/contract/votes/forms.ts'
import { shareBases } from '@spacekeeper/contract/votes/words.ts'
import type { ApiForm } from '#platform/form/api-form.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

/** What a motion needs to be carried. */
export const MajorityForm = ({ form, hasMeeting }: { form: ApiForm<TypedMotion>; hasMeeting: boolean }) => {
  const { t } = useTranslation('votes')
  const bases = shareBases.filter((basis) => hasMeeting || basis !== 'present')
  const typed = { min: 1, max: 100, allowDecimal: false }
  return (
    <>
      <Group grow align="flex-start" gap="sm">
        <Select
          {...form.field('share')}
          label={t('fieldMajority')}
          data={typedShares.map((value) => ({ value, label: t(`majority_${value}`) }))}
          allowDeselect={false}
        />
        <Select
          {...form.field('shareOf')}
          label={t('fieldShareOf')}
          data={bases.map((value) => ({ value, label: t(`shareOf_${value}`) }))}
          allowDeselect={false}
        />
      </Group>
      {form.values.share === 'other' ? (
        <Group grow align="flex-start" gap="sm">
          <NumberInput {...form.field('numerator')} {...typed} label={t('fieldNumerator')} />
          <NumberInput {...form.field('denominator')} {...typed} label={t('fieldDenominator')} />
        </Group>
      ) : null}
    </>
  )
}
