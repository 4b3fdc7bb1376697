import { Switch, NativeSelect, ColorInput, Textarea, NumberInput, TextInput, Text } from '@mantine/core'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { titleOf, settingOf, settingKind, choicesOf } from '../setting-kind.ts'
import { AddressesField } from './addresses-field.tsx'
import { AmountsField } from './amounts-field.tsx'
import { CardsField } from './cards-field.tsx'
import { ImageField } from './image-field.tsx'
import { NamedAddressesField } from './named-addresses-field.tsx'
import { OrderField } from './order-field.tsx'
import { SecretField } from './secret-field.tsx'
import { SmsTextsField } from './sms-texts-field.tsx'
import type { FieldProps } from './use-setting-field.ts'

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

/** The field that fits the kind of a setting. */
export const SettingField = (props: FieldProps) => {
  const { t } = useTranslation('settings')
  const { field, setting, describedBy } = props
  const { key } = setting
  const shared = {
    label: titleOf(key),
    description: settingOf(key).help,
    error: field.state.status === 'refused',
    'aria-describedby': describedBy,
  }
  const typed = { ...shared, ...requiredBy(settingOf(key).schema), size: 'md' as const }
  const text = { ...typed, value: asText(field.value) }
  switch (settingKind(key)) {
    case 'switch':
      return (
        <Switch
          {...shared}
          checked={field.value === true}
          onChange={(event) => field.choose(event.currentTarget.checked)}
        />
      )
    case 'select':
      return (
        <NativeSelect {...text} data={choicesOf(key)} onChange={(event) => field.choose(event.currentTarget.value)} />
      )
    case 'colour':
      return <ColorInput {...text} format="hex" withEyeDropper={false} onChange={(value) => field.type(value)} />
    case 'paragraph':
      return <Textarea {...text} rows={3} onChange={(event) => field.type(event.currentTarget.value)} />
    case 'number':
      return (
        <NumberInput
          {...typed}
          value={typeof field.value === 'number' || typeof field.value === 'string' ? field.value : ''}
          onChange={(value) => field.type(value)}
        />
      )
    case 'line':
      return <TextInput {...text} onChange={(event) => field.type(event.currentTarget.value)} />
    case 'amounts':
      return <AmountsField {...props} />
    case 'order':
      return <OrderField {...props} />
    case 'cards':
      return <CardsField {...props} />
    case 'namedAddresses':
      return <NamedAddressesField {...props} />
    case 'addresses':
      return <AddressesField {...props} />
    case 'smsTexts':
      return <SmsTextsField {...props} />
    case 'image':
      return <ImageField {...props} />
    case 'secret':
      return <SecretField setting={setting} />
    case 'other':
      return <Text>{`${titleOf(key)}. ${t('otherKind')} ${settingOf(key).help}`}</Text>
  }
}
