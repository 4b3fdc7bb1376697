import { Fieldset, Stack, Text, Textarea } from '@mantine/core'
import { type Settings, settings } from '@spacekeeper/contract/index.ts'
import type { SmsOccasion } from '@spacekeeper/contract/messages/shapes.ts'
import { smsOccasions, maxSmsLength } from '@spacekeeper/contract/messages/words.ts'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { titleOf, settingOf } from '../setting-kind.ts'
import type { FieldProps } from './use-setting-field.ts'

type SmsTexts = Settings['SMS_MESSAGES']

const labels = {
  activated_access: 'smsActivated',
  deactivated_access: 'smsDeactivated',
  inactive_swipe: 'smsInactive',
  locked_out_swipe: 'smsLockedOut',
} as const satisfies Record<SmsOccasion, string>

/** What is being typed may not fit the setting yet, but is a text for each occasion all the same. */
const textsOf = (value: unknown): SmsTexts => {
  const texts = { ...settings.SMS_MESSAGES.default }
  if (typeof value !== 'object' || value === null) return texts
  for (const [key, text] of Object.entries(value)) {
    const occasion = smsOccasions.find((known) => known === key)
    if (occasion && typeof text === 'string') texts[occasion] = text
  }
  return texts
}

/** The text messages the portal sends by itself, each under what makes it do so. */
export const SmsTextsField = ({ setting, field, describedBy }: FieldProps) => {
  const { t } = useTranslation('settings')
  const texts = textsOf(field.value)
  return (
    <Fieldset legend={titleOf(setting.key)} variant="unstyled" aria-describedby={describedBy}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {settingOf(setting.key).help}
        </Text>
        {smsOccasions.map((occasion) => (
          <Textarea
            key={occasion}
            label={t(labels[occasion])}
            {...requiredBy(settings.SMS_MESSAGES.schema, { ...texts, [occasion]: '' })}
            value={texts[occasion]}
            rows={2}
            maxLength={maxSmsLength}
            onChange={(event) => field.type({ ...texts, [occasion]: event.currentTarget.value })}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}
