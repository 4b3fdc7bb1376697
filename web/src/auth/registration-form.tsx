import { Stack, TextInput, SimpleGrid, Button } from '@mantine/core'
import { Registration, registrationOf } from '@spacekeeper/contract/auth/shapes.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import { type RegisteredField, registeredFields } from '@spacekeeper/contract/members/forms.ts'
import type { NameChoice } from '@spacekeeper/contract/members/words.ts'
import { fieldErrors, hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import type { FormProblem } from '#platform/form/form-problem.ts'
import { Form } from '#platform/form/form.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { formatList } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { ownFieldProps } from '../members/field-props.ts'

type RegistrationInput = keyof typeof Registration.shape

const empty = Object.fromEntries(keysOf(Registration.shape).map((name) => [name, '']))
const initial = empty as Record<RegistrationInput, string> // fromEntries loses the names

const labels: Partial<Record<RegistrationInput, string>> = Object.fromEntries(
  registeredFields.map((name) => [memberFields[name].atRegistration.as, memberFields[name].label]),
)

/** What becomes of the screen name, by what the space shows members of each other. */
const shownNameHints = {
  screenName: 'screenNameShown',
  firstName: 'firstNameShown',
  fullName: 'fullNameShown',
} as const satisfies Record<NameChoice, string>

/** Two of these share a line. */
const isHalf = new Set<RegisteredField>(['firstName', 'lastName'])

type Props = {
  submitLabel: string
  /** What is asked for. */
  fields: readonly RegisteredField[]
  submit: (registration: Registration) => Promise<unknown>
  /** What this screen alone knows to explain, such as a link that was used. */
  explainOther?: (error: unknown) => FormProblem<RegistrationInput> | null
}

/** A person who gets an account: by joining, or as the first administrator. */
export const RegistrationForm = ({ submitLabel, fields, submit, explainOther }: Props) => {
  const { t } = useTranslation('auth')
  const { shownName } = useSite().features
  const { field, wrong, failure, isBusy, formProps } = useApiForm({
    initial,
    schema: registrationOf(fields),
    submit,
    explain: (error) => {
      // Both may be taken at once: the code names one, the fields name each.
      const named = fieldErrors(error)
      const isEmailTaken = hasCode(error, 'emailTaken')
      const isScreenNameTaken = hasCode(error, 'screenNameTaken')
      if (isEmailTaken || isScreenNameTaken) {
        return {
          fields: {
            ...((isEmailTaken || named['email']) && { email: t('emailTaken') }),
            ...((isScreenNameTaken || named['screenName']) && { screenName: t('screenNameTaken') }),
          },
        }
      }
      if (hasCode(error, 'tooManyRequests')) return { form: `${errorText(error)} ${t('manyRegistered')}` }
      return explainOther?.(error) ?? null
    },
  })
  const names = formatList(wrong.map((name) => labels[name] ?? t('password')))
  const summary = failure ?? (wrong.length > 0 ? t('wrongFields', { count: wrong.length, names }) : null)
  return (
    <Form {...formProps}>
      <Stack gap={18}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={18}>
          {fields.map((name) => {
            const sent = memberFields[name].atRegistration.as
            return (
              <TextInput
                key={name}
                {...field(sent)}
                {...ownFieldProps(name)}
                {...(name === 'screenName' && { description: t(shownNameHints[shownName]) })}
                data-autofocus={name === 'email' || undefined}
                style={isHalf.has(name) ? undefined : { gridColumn: '1 / -1' }}
              />
            )
          })}
        </SimpleGrid>
        <PasswordField
          {...field('password')}
          label={t('password')}
          description={t('passwordHint')}
          autoComplete="new-password"
        />
        {summary ? <FormError>{summary}</FormError> : null}
        <Button type="submit" size="lg" loading={isBusy}>
          {submitLabel}
        </Button>
      </Stack>
    </Form>
  )
}
