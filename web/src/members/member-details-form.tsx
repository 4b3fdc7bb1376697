import { Card, Divider, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MemberChanges, type MemberDetails } from '@spacekeeper/contract/memberships.ts'
import { SavedSwitch } from '#platform/form/saved-switch.tsx'
import { SavedTextField } from '#platform/form/saved-text-field.tsx'
import { useSite } from '#platform/session/site.ts'
import { refreshMember, staff } from './api.ts'

type TextName = 'firstName' | 'lastName' | 'screenName' | 'email' | 'phone' | 'vehicleRegistrationPlate'
type SwitchName = 'excludeFromEmailExport' | 'profileUpdateRequired'

/** What is known of a member, each field saved by itself. */
export const MemberDetailsForm = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  const client = useQueryClient()
  const asksForPlates = useSite().features.signup.collectVehicleRegistrationPlate
  const mayChangeEmail = member.tasks.includes('email')
  const save = async (changes: MemberChanges) => {
    await staff.changeDetails({ memberId: member.id, ...changes })
    await refreshMember(client)
  }
  const text = (name: TextName) => ({
    name,
    value: member[name] ?? '',
    schema: MemberChanges.shape[name],
    save: (value: string) => save({ [name]: value }),
  })
  const flag = (name: SwitchName) => ({
    name,
    value: member[name],
    save: (value: boolean) => save({ [name]: value }),
  })
  return (
    <Card component="section" aria-labelledby="member-profile">
      <Title order={2} id="member-profile">
        {t('profileTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('profileHint')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <SavedTextField {...text('firstName')} label={t('firstName')} required />
        <SavedTextField {...text('lastName')} label={t('lastName')} required />
        <SavedTextField
          {...text('email')}
          label={t('email')}
          type="email"
          description={t(mayChangeEmail ? 'emailHint' : 'ownEmail')}
          readOnly={!mayChangeEmail}
          required
        />
        <SavedTextField {...text('phone')} label={t('mobile')} type="tel" />
        <SavedTextField {...text('screenName')} label={t('screenName')} required />
        {asksForPlates || member.vehicleRegistrationPlate ? (
          <SavedTextField
            {...text('vehicleRegistrationPlate')}
            label={t('plate')}
            {...(!asksForPlates && { description: t('plateNotAsked') })}
          />
        ) : null}
      </SimpleGrid>
      <Divider my="lg" />
      <Stack gap="md">
        <SavedSwitch
          {...flag('excludeFromEmailExport')}
          label={t('excludeExport')}
          description={t('excludeExportHint')}
        />
        <SavedSwitch
          {...flag('profileUpdateRequired')}
          label={t('updateRequired')}
          description={t('updateRequiredHint')}
        />
      </Stack>
    </Card>
  )
}
