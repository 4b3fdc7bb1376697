import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { ProviderPerson } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import { registeredFields, registrationInputs } from '@spacekeeper/contract/members/forms.ts'
import { z } from 'zod'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { ownFieldProps, useIsAsked } from '../../members/field-props.ts'

const askedFields = registeredFields.filter((name) => name !== 'email')

const Person = z.object(registrationInputs(askedFields))

export type PersonDetails = z.infer<typeof Person>

const empty = Object.fromEntries(keysOf(Person.shape).map((name) => [name, '']))
const blank = empty as Record<keyof typeof Person.shape, string> // fromEntries loses the names

/** Two of these share a line. */
const isHalf = (name: (typeof askedFields)[number]) => name === 'firstName' || name === 'lastName'

type Props = {
  person: ProviderPerson
  providerName: string
  submit: (details: PersonDetails) => Promise<unknown>
}

/** The details of a person who is new here and known to a provider. The address is the provider’s to say. */
export const ProviderPersonForm = ({ person, providerName, submit }: Props) => {
  const { t } = useTranslation('auth')
  const isAsked = useIsAsked()
  const { email, ...known } = person
  const { field, failure, isBusy, formProps } = useApiForm({ initial: { ...blank, ...known }, schema: Person, submit })
  return (
    <Form {...formProps}>
      <Stack gap={18}>
        <TextInput
          value={email}
          readOnly
          label={t('providerRegisterEmail')}
          description={t('providerRegisterEmailHint', { name: providerName })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={18}>
          {askedFields
            .filter((name) => isAsked(name))
            .map((name) => (
              <TextInput
                key={name}
                {...field(memberFields[name].atRegistration.as)}
                {...ownFieldProps(name)}
                style={isHalf(name) ? undefined : { gridColumn: '1 / -1' }}
              />
            ))}
        </SimpleGrid>
        {failure ? <FormError>{failure}</FormError> : null}
        <Button type="submit" size="lg" loading={isBusy}>
          {t('createAccount')}
        </Button>
      </Stack>
    </Form>
  )
}
