// On its own: joining, the profile and staff's forms say the same of a field.
import { memberField, type MemberFieldName } from '@spacekeeper/contract/members/fields.ts'
import { isConditional } from '@spacekeeper/contract/members/forms.ts'
import { useSite } from '#platform/session/site.ts'

/** Whether members are asked for a field here: always, or where a setting of the site says so. */
export const useIsAsked = () => {
  const { askedFields } = useSite().features.signup
  return (name: MemberFieldName) => !isConditional(name) || askedFields.includes(name)
}

/** Puts a hint below its field: where the neighbour in its line has none, both fields stay in one line. */
export const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** What a form says of a field in which members write about themselves. */
export const ownFieldProps = (name: MemberFieldName) => {
  const { label, hint, autoComplete = 'off', inputType = 'text' } = memberField(name)
  return {
    label,
    type: inputType,
    autoComplete,
    ...(hint !== undefined && { description: hint }),
    ...(name === 'lastName' && { inputWrapperOrder: hintBelow }),
  }
}

/** The same where staff write about a member: what helps members to fill it in is left out. */
export const staffFieldProps = (name: MemberFieldName) => {
  const { label, inputType = 'text' } = memberField(name)
  return { label, type: inputType }
}
