import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Phone } from '@spacekeeper/contract/fields.ts'
import type { Profile } from '@spacekeeper/contract/members.ts'
import { ProfileChange } from '@spacekeeper/contract/profiles.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { SavedTextField } from '#platform/form/saved-text-field.tsx'
import { useSite } from '#platform/session/site.ts'
import { saveProfile } from './api.ts'

const rules = { ...ProfileChange.shape, phone: Phone }

/** Name, screen name, phone and plate, each saved by itself. */
export const DetailsCard = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('profiles')
  const client = useQueryClient()
  const { collectVehicleRegistrationPlate: hasPlate } = useSite().features.signup
  const field = (name: 'firstName' | 'lastName' | 'screenName' | 'phone' | 'vehicleRegistrationPlate') => ({
    name,
    value: profile[name] ?? '',
    schema: rules[name],
    save: (value: string) => saveProfile(client, { [name]: value }),
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
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={18}>
          <SavedTextField {...field('firstName')} label={t('firstName')} autoComplete="given-name" />
          <SavedTextField {...field('lastName')} label={t('lastName')} autoComplete="family-name" />
          <SavedTextField
            {...field('screenName')}
            label={t('screenName')}
            description={t('screenNameHint')}
            autoComplete="nickname"
          />
          <SavedTextField {...field('phone')} label={t('phone')} type="tel" autoComplete="tel" />
          {hasPlate ? (
            <SavedTextField
              {...field('vehicleRegistrationPlate')}
              label={t('plate')}
              description={t('plateHint')}
              autoComplete="off"
            />
          ) : null}
        </SimpleGrid>
      </Stack>
    </Card>
  )
}
