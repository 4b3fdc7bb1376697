import { Card, Divider, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import { type TypedField, typedFields } from '@spacekeeper/contract/members/forms.ts'
import { MemberChanges, type MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import type { ComponentProps } from 'react'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { SavedSwitch } from '#platform/form/saved-switch.tsx'
import { SavedTextField } from '#platform/form/saved-text-field.tsx'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { cancelInvitation, staff } from './api.ts'
import { hintBelow, staffFieldProps, useIsAsked } from './field-props.ts'

/** The order of the form; a field that is not named here comes after those that are. */
const leading: readonly TypedField<'staff'>[] = ['firstName', 'lastName', 'email', 'phone', 'screenName']
const typed = [...new Set([...leading, ...typedFields('staff')])]

type SwitchName = 'excludeFromEmailExport' | 'profileUpdateRequired'

const emailHint = ({ tasks, pendingEmail, isEmailVerified, email }: MemberDetails, t: Translate<'members'>) => {
  if (!tasks.includes('email')) return t('ownEmail')
  if (pendingEmail !== null) return t('emailWaits', { email })
  return t(isEmailVerified ? 'emailHint' : 'emailHintUnconfirmed')
}

/** The details of a member, each field saved by itself. */
export const MemberDetailsForm = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  const isAsked = useIsAsked()
  const mayChangeEmail = member.tasks.includes('email')
  const save = (changes: MemberChanges) => staff.updateDetails({ memberId: member.id, ...changes })
  /** Going back to the address that counts takes the change back. */
  const saveEmail = async (email: string) => {
    if (member.pendingEmail === null || plainEmail(email) !== member.email) return save({ email })
    await cancelInvitation({ memberId: member.id })
  }
  const text = (name: TypedField<'staff'>) => ({
    name,
    ...staffFieldProps(name),
    value: member[name] ?? '',
    schema: MemberChanges.shape[name],
    save: (value: string) => save({ [name]: value }),
    ...(!isAsked(name) && { description: t('notAsked') }),
  })
  const flag = (name: SwitchName) => ({
    name,
    value: member[name],
    save: (value: boolean) => save({ [name]: value }),
  })
  /** What fields say in this form beyond their declaration. */
  const words: Partial<Record<TypedField, Partial<ComponentProps<typeof SavedTextField>>>> = {
    email: {
      value: member.pendingEmail ?? member.email,
      description: emailHint(member, t),
      readOnly: !mayChangeEmail,
      inputWrapperOrder: hintBelow,
      save: saveEmail,
    },
  }
  const isShown = (name: TypedField<'staff'>) => isAsked(name) || member[name]
  return (
    <Card component="section" aria-labelledby="member-profile">
      <Title order={2} id="member-profile">
        {t('profileTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('profileHint')}
      </Text>
      <RequiredMarks />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        {typed.filter(isShown).map((name) => (
          <SavedTextField key={name} {...text(name)} {...words[name]} />
        ))}
      </SimpleGrid>
      <Divider my="lg" />
      <Stack gap="md">
        <Text size="sm">
          {memberFields.wantsNews.label}: {t(member.wantsNews ? 'yes' : 'newsOff')}
        </Text>
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
