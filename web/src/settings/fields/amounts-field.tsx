import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { titleOf, settingOf } from '../setting-kind.ts'
import { formatAmounts } from '../setting-words.ts'
import type { FieldProps } from './use-setting-field.ts'

const parse = (text: string): number[] | null => {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '')
  return parts.every((part) => /^\d{1,6}(\.\d{1,2})?$/.test(part))
    ? parts.map((part) => Math.round(Number(part) * 100))
    : null
}

/** Amounts of money in the units people think in; stored in cents. */
export const AmountsField = ({ setting, field, describedBy }: FieldProps) => {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState<string | null>(null)
  const isRefused = field.state.status === 'refused'
  const stored = formatAmounts(field.value)
  // What was typed stands as long as it means what is held, or nothing at all.
  const shown = typed !== null && (isRefused || formatAmounts(parse(typed)) === stored) ? typed : stored
  const type = (text: string) => {
    setTyped(text)
    const amounts = parse(text)
    if (amounts) field.type(amounts)
    else field.refuse(t('amountsWrong'))
  }
  return (
    <TextInput
      label={titleOf(setting.key)}
      description={`${settingOf(setting.key).help.replace(', in cents', '')} ${t('amountsHint')}`}
      error={isRefused}
      aria-describedby={describedBy}
      {...requiredBy(settingOf(setting.key).schema, [])}
      inputMode="decimal"
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
