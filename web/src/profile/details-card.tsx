import { Card, Stack, Title, Text, SimpleGrid } from '@mantine/core'
import { Phone } from '@spacekeeper/contract/fields.ts'
import { type TypedField, typedFields } from '@spacekeeper/contract/members/forms.ts'
import { ProfileChange, type Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { SavedTextField } from '#platform/form/saved-text-field.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { ownFieldProps, useIsAsked } from '../members/field-props.ts'
import { saveProfile } from './api.ts'

const rules = { ...ProfileChange.shape, phone: Phone }

/** The fields that members change themselves, each saved by itself. */
export const DetailsCard = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('profile')
  const isAsked = useIsAsked()
  const field = (name: TypedField<'member'>) => ({
    name,
    ...ownFieldProps(name),
    value: profile[name] ?? '',
    schema: rules[name],
    save: (value: string) => saveProfile({ [name]: value }),
    explain: (error: unknown) => (hasCode(error, 'screenNameTaken') ? t('screenNameTaken') : undefined),
  })
  return (
    <Card component="section" aria-labelledby="details">
      <Stack gap={18}>
        <Stack gap={2}>
          <Title order={2} id="details">
            {t('detailsHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('detailsHint')}
          </Text>
        </Stack>
        <RequiredMarks mb={0} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={18}>
          {typedFields('member')
            .filter((name) => isAsked(name))
            .map((name) => (
              <SavedTextField key={name} {...field(name)} />
            ))}
        </SimpleGrid>
      </Stack>
    </Card>
  )
}
