import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Registration } from '@spacekeeper/contract/accounts.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { explain } from '#platform/form/explain.ts'
import { PasswordField } from '#platform/form/password-field.tsx'
import { type Problem, useForm } from '#platform/form/use-form.ts'

const initial = {
  email: '',
  firstName: '',
  lastName: '',
  screenName: '',
  mobile: '',
  vehicleRegistrationPlate: '',
  password: '',
}
type Name = keyof typeof initial

const labels = {
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  screenName: 'screenName',
  mobile: 'mobile',
  vehicleRegistrationPlate: 'plate',
  password: 'password',
} as const

type Props = {
  submitLabel: string
  /** Only where the site collects plates. */
  withPlate?: boolean
  submit: (registration: Registration) => Promise<unknown>
  /** What this screen alone knows to explain, such as a link that was used. */
  explainOther?: (error: unknown) => Problem<Name> | null
}

/** A person who gets an account: by joining, or as the first administrator. */
export const RegistrationForm = ({ submitLabel, withPlate = false, submit, explainOther }: Props) => {
  const { t } = useTranslation('accounts')
  const { field, wrong, failure, isBusy, formProps } = useForm<Name, Registration>({
    initial,
    schema: Registration,
    submit: ({ vehicleRegistrationPlate, ...person }) =>
      submit(withPlate ? { ...person, vehicleRegistrationPlate: vehicleRegistrationPlate || null } : person),
    explain: (error) => {
      if (hasCode(error, 'emailTaken')) return { fields: { email: t('emailTaken') } }
      if (hasCode(error, 'screenNameTaken')) return { fields: { screenName: t('screenNameTaken') } }
      return explainOther?.(error) ?? explain(error, wordsOf)
    },
  })
  const names = wrong.map((name) => t(labels[name]).toLowerCase()).join(', ')
  const summary = failure ?? (wrong.length > 0 ? t('wrongFields', { count: wrong.length, names }) : null)
  return (
    <form {...formProps}>
      <Stack gap={18}>
        <Text size="sm" c="dimmed">
          {t('required')}
        </Text>
        <TextInput
          {...field('email')}
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          data-autofocus
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={18}>
          <TextInput {...field('firstName')} label={t('firstName')} autoComplete="given-name" required />
          <TextInput {...field('lastName')} label={t('lastName')} autoComplete="family-name" required />
        </SimpleGrid>
        <TextInput
          {...field('screenName')}
          label={t('screenName')}
          description={t('screenNameHint')}
          autoComplete="nickname"
          required
        />
        <TextInput {...field('mobile')} label={t('mobile')} type="tel" autoComplete="tel" required />
        {withPlate ? (
          <TextInput
            {...field('vehicleRegistrationPlate')}
            label={t('plate')}
            description={t('plateHint')}
            autoComplete="off"
          />
        ) : null}
        <PasswordField
          {...field('password')}
          label={t('password')}
          description={t('passwordHint')}
          autoComplete="new-password"
          required
        />
        {summary ? <FormError>{summary}</FormError> : null}
        <Button type="submit" size="md" h={48} loading={isBusy}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

const wordsOf = [
  'email',
  'firstName',
  'lastName',
  'screenName',
  'mobile',
  'vehicleRegistrationPlate',
  'password',
] as const
