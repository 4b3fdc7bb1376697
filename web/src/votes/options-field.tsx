import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { TypedMotion } from '@spacekeeper/contract/votes/forms.ts'
import { MotionDraft } from '@spacekeeper/contract/votes/shapes.ts'
import { mostOptions } from '@spacekeeper/contract/votes/words.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'

const rules = MotionDraft.shape.options.unwrap().element.shape

type TypedOptions = TypedMotion['options']

type Props = { options: TypedOptions; error: string | null; onChange: (options: TypedOptions) => void }

/** The options of an election, each with a name and a few words. */
export const OptionsField = ({ options, error, onChange }: Props) => {
  const { t } = useTranslation('votes')
  const set = (at: number, part: Partial<TypedOptions[number]>) =>
    onChange(options.map((option, place) => (place === at ? { ...option, ...part } : option)))
  return (
    <Stack gap="xs" role="group" aria-label={t('fieldOptions')}>
      <Text fw={500}>{t('fieldOptions')}</Text>
      {options.map(({ name, details }, at) => (
        <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            style={{ flex: 1 }}
            aria-label={t('optionName', { number: at + 1 })}
            placeholder={t('optionName', { number: at + 1 })}
            {...requiredBy(rules.name)}
            value={name}
            maxLength={100}
            onChange={(event) => set(at, { name: event.currentTarget.value })}
            aria-invalid={error !== null && name.trim() === '' ? true : undefined}
          />
          <TextInput
            style={{ flex: 1 }}
            aria-label={t('optionDetails', { number: at + 1 })}
            placeholder={t('optionDetails', { number: at + 1 })}
            {...requiredBy(rules.details)}
            value={details}
            maxLength={2000}
            onChange={(event) => set(at, { details: event.currentTarget.value })}
          />
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            disabled={options.length <= 2}
            aria-label={t('removeOption', { number: at + 1 })}
            onClick={() => onChange(options.toSpliced(at, 1))}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {error === null ? null : <FormError>{error}</FormError>}
      {options.length < mostOptions ? (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...options, { name: '', details: '' }])}
          >
            {t('addOption')}
          </Button>
        </div>
      ) : null}
    </Stack>
  )
}
