import type { z } from 'zod'
import { memberField, memberFieldNames, memberFields, type MemberFieldName, type MemberFields } from './fields.ts'

type Editor = 'member' | 'staff'

/** The fields that members, or staff, change in a form. */
export type EditedField<By extends Editor = Editor> = {
  [Name in MemberFieldName]: MemberFields[Name] extends { editedBy: readonly (infer Who)[] }
    ? By & Who extends never
      ? never
      : Name
    : never
}[MemberFieldName]

export const fieldsEditedBy = <By extends Editor>(by: By): readonly EditedField<By>[] =>
  memberFieldNames.filter((name): name is EditedField<By> => memberField(name).editedBy?.includes(by) ?? false)

/** Those of them that are typed, neither switched on and off nor chosen. */
export type TypedField<By extends Editor = Editor> = {
  [Name in EditedField<By>]: MemberFields[Name] extends { choices: object }
    ? never
    : z.output<FieldSchema<Name, 'value'>> extends string | null
      ? Name
      : never
}[EditedField<By>]

const isTyped = (name: EditedField) =>
  memberField(name).choices === undefined && memberField(name).value?.def.type !== 'boolean'

export const typedFields = <By extends Editor>(by: By): readonly TypedField<By>[] =>
  fieldsEditedBy(by).filter((name): name is TypedField<By> => isTyped(name))

type FieldSchema<Name extends MemberFieldName, Key extends 'value' | 'input'> =
  MemberFields[Name] extends Record<Key, infer Schema extends z.ZodType> ? Schema : never

type FieldInputs<By extends Editor> = { [Name in EditedField<By>]: z.ZodOptional<FieldSchema<Name, 'input'>> }
type FieldValues<By extends Editor> = { [Name in EditedField<By>]: FieldSchema<Name, 'value'> }

const schemas = (by: Editor, key: 'value' | 'input') =>
  fieldsEditedBy(by).flatMap((name) => {
    const schema = memberField(name)[key]
    return schema ? [[name, schema] as const] : []
  })

/** What members, or staff, may send; what is left out stays as it is. */
export const inputsOf = <By extends Editor>(by: By): FieldInputs<By> =>
  Object.fromEntries(schemas(by, 'input').map(([name, schema]) => [name, schema.optional()])) as FieldInputs<By> // fromEntries loses which name has which schema

/** What members, or staff, see of the fields they may change. */
export const valuesOf = <By extends Editor>(by: By): FieldValues<By> =>
  Object.fromEntries(schemas(by, 'value')) as FieldValues<By> // fromEntries loses which name has which schema

/** What says who a member is, and goes when the account closes: all that is typed, and the password. */
export const erasedFields = ([...typedFields('staff'), 'passwordHash'] as const).filter(
  (name) => 'to' in memberField(name).closing,
)

/** The fields that members are asked for only where a setting says so. */
export type ConditionalField = {
  [Name in MemberFieldName]: MemberFields[Name] extends { askedIf: string } ? Name : never
}[MemberFieldName]

export const isConditional = (name: MemberFieldName): name is ConditionalField =>
  memberField(name).askedIf !== undefined

export const conditionalFields = memberFieldNames.filter((name) => isConditional(name))

/** The fields that registering sends. */
export type RegisteredField = {
  [Name in MemberFieldName]: MemberFields[Name] extends { atRegistration: object } ? Name : never
}[MemberFieldName]

export const registeredFields = memberFieldNames.filter(
  (name): name is RegisteredField => memberField(name).atRegistration !== undefined,
)

type RequiredField = Exclude<RegisteredField, ConditionalField>

/** Those of them that no setting turns off. */
export const requiredFields = registeredFields.filter((name): name is RequiredField => !isConditional(name))

type RegistrationOf<Name extends RegisteredField> = MemberFields[Name]['atRegistration']

type RegistrationInputs<Name extends RegisteredField> = {
  [N in Name as RegistrationOf<N>['as']]: RegistrationOf<N>['input']
}

/** What registering sends for these fields, by its names in the API. */
export const registrationInputs = <Name extends RegisteredField>(names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => {
      const { as, input } = memberFields[name].atRegistration
      return [as, input]
    }),
  ) as RegistrationInputs<Name> // fromEntries loses which name has which schema

/** What was registered, by the names of the fields. */
export type RegisteredFacts<Name extends RegisteredField = RegisteredField> = {
  [N in Name]: z.output<RegistrationOf<N>['input']>
}

/** What a registration that went through the schema says of these fields. */
export const registeredFacts = <Name extends RegisteredField>(
  names: readonly Name[],
  sent: z.output<z.ZodObject<RegistrationInputs<Name>>>,
) => {
  const values: Readonly<Record<string, unknown>> = sent
  return Object.fromEntries(
    names.map((name) => [name, values[memberFields[name].atRegistration.as]]),
  ) as RegisteredFacts<Name> // fromEntries loses which name has which value
}
