import type { SettingKey } from '@spacekeeper/contract/index.ts'
import type { SettingState } from '@spacekeeper/contract/settings/shapes.ts'
import { useSavedField, type SavedField } from '#platform/form/saved-field.ts'
import { restoreSetting } from '../api.ts'
import { settingOf, titleOf } from '../setting-kind.ts'

export type KnownSetting = SettingState & { key: SettingKey }

/** Being set is part of the value: what was the default before goes back to the default. */
type HeldSetting = Pick<KnownSetting, 'value' | 'isSet'>

/** The value of one setting as it is edited, saved as one types. */
export const useSettingField = ({ key, value, isSet }: KnownSetting) => {
  const { schema, default: standard } = settingOf(key)
  const field = useSavedField<HeldSetting>({
    name: key,
    label: titleOf(key),
    value: { value, isSet },
    check: (held) => (held.isSet ? schema.safeParse(held.value).error?.issues[0]?.message : undefined),
    save: (held) => restoreSetting({ key, ...held }),
  })
  return {
    ...field,
    value: field.value.value,
    type: (typed: unknown) => field.type({ value: typed, isSet: true }),
    choose: (chosen: unknown) => field.choose({ value: chosen, isSet: true }),
    reset: () => field.choose({ value: standard, isSet: false }),
  }
}

export type SettingField = Omit<SavedField<HeldSetting>, 'value' | 'type' | 'choose'> &
  Pick<ReturnType<typeof useSettingField>, 'value' | 'type' | 'choose' | 'reset'>

export type FieldProps = { setting: KnownSetting; field: SettingField; describedBy: string }
