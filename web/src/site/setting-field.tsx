import { ColorInput, NativeSelect, NumberInput, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AmountsField } from './amounts-field.tsx'
import { CardsField } from './cards-field.tsx'
import { SecretField } from './secret-field.tsx'
import { choicesOf, settingKind, settingOf, titleOf } from './setting-kind.ts'
import type { AutoSave, KnownSetting } from './use-auto-save.ts'
import { WebcamsField } from './webcams-field.tsx'

export type FieldProps = { setting: KnownSetting; save: AutoSave }

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

/** The field that fits the kind of a setting. */
export const SettingField = ({ setting, save }: FieldProps) => {
  const { t } = useTranslation('settings')
  const { key } = setting
  const shared = { label: titleOf(key), description: settingOf(key).help, error: save.reason }
  const text = { ...shared, size: 'md' as const, value: asText(save.value) }
  switch (settingKind(key)) {
    case 'switch':
      return (
        <Switch
          {...shared}
          checked={save.value === true}
          onChange={(event) => save.change(event.currentTarget.checked, 'now')}
        />
      )
    case 'select':
      return (
        <NativeSelect
          {...text}
          data={choicesOf(key)}
          onChange={(event) => save.change(event.currentTarget.value, 'now')}
        />
      )
    case 'colour':
      return <ColorInput {...text} format="hex" withEyeDropper={false} onChange={(value) => save.change(value)} />
    case 'paragraph':
      return <Textarea {...text} rows={3} onChange={(event) => save.change(event.currentTarget.value)} />
    case 'number':
      return (
        <NumberInput
          {...shared}
          size="md"
          value={typeof save.value === 'number' || typeof save.value === 'string' ? save.value : ''}
          onChange={(value) => save.change(value)}
        />
      )
    case 'line':
      return <TextInput {...text} onChange={(event) => save.change(event.currentTarget.value)} />
    case 'amounts':
      return <AmountsField setting={setting} save={save} />
    case 'cards':
      return <CardsField setting={setting} save={save} />
    case 'webcams':
      return <WebcamsField setting={setting} save={save} />
    case 'secret':
      return <SecretField setting={setting} />
    case 'other':
      return <Text>{`${titleOf(key)}. ${t('otherKind')}`}</Text>
  }
}
