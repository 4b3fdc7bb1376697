import { memberField } from '@spacekeeper/contract/members/fields.ts'
import { type EditedField, fieldsEditedBy } from '@spacekeeper/contract/members/forms.ts'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'

const emptyOf = (name: EditedField) => {
  const { value } = memberField(name)
  if (value?.safeParse(null).success) return null
  return value?.def.type === 'boolean' ? false : ''
}

/** Every declared field with nothing in it, so that fixtures stay complete when a field is added. */
export const emptyFields = <By extends 'member' | 'staff'>(by: By): Pick<MemberDetails & Profile, EditedField<By>> =>
  Object.fromEntries(fieldsEditedBy(by).map((name) => [name, emptyOf(name)])) as Pick<
    MemberDetails & Profile,
    EditedField<By>
  > // fromEntries loses which name has which value
