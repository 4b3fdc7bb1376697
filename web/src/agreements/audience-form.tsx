import { MultiSelect, Radio, Stack } from '@mantine/core'
import type { AgreementList } from '@spacekeeper/contract/agreements/shapes.ts'
import type { AgreementAudience } from '@spacekeeper/contract/agreements/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

/** What is typed of an agreement; changing who signs it has the last two. */
export type AudienceDraft = { requiredOf: AgreementAudience; planIds: string[] }

type Props = {
  /** Of the form these fields are part of. */
  field: (name: keyof AudienceDraft) => object
  requiredOf: AudienceDraft['requiredOf']
  plans: AgreementList['plans']
}

/** Who signs: everyone who joins, or the holders of some plans. */
export const AudienceForm = ({ field, requiredOf, plans }: Props) => {
  const { t } = useTranslation('agreements')
  return (
    <Stack gap="sm">
      <Radio.Group {...field('requiredOf')} label={t('forField')}>
        <Stack gap="xs" mt="xs">
          <Radio value="everyone" label={t('forEveryone')} />
          <Radio value="plans" label={t('forPlans')} />
          <Radio value="visitors" label={t('forVisitors')} description={t('forVisitorsHint')} />
        </Stack>
      </Radio.Group>
      {requiredOf === 'plans' ? (
        <MultiSelect
          {...field('planIds')}
          label={t('plansField')}
          data={plans.map(({ id, name }) => ({ value: String(id), label: name }))}
          nothingFoundMessage={t('noPlans')}
          searchable
        />
      ) : null}
    </Stack>
  )
}
