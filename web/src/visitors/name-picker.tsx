import { Anchor, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { FoundName } from '@spacekeeper/contract/visitors/shapes.ts'
import { leastSearched } from '@spacekeeper/contract/visitors/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import type { hostsQuery } from './api.ts'

const typingMs = 300

const enough = new RegExp(`[\\p{L}\\p{N}]{${leastSearched}}`, 'u')

type Props = {
  label: string
  hint: string
  /** What to do when no name is found. */
  none: string
  error?: string | undefined
  required?: boolean
  search: (text: string) => ReturnType<typeof hostsQuery>
  chosen: FoundName | null
  onChoose: (name: FoundName | null) => void
  onType?: (text: string) => void
}

/** A name found by typing a part of it, in a list that fingers can touch. The only one found is chosen when the field is left. */
export const VisitorNamePicker = ({ label, hint, none, error, search, chosen, onChoose, onType, ...field }: Props) => {
  const { t } = useTranslation('visitors')
  const [typed, setTyped] = useState('')
  const type = (typing: string) => {
    setTyped(typing)
    onType?.(typing)
  }
  const [text] = useDebouncedValue(typed.trim().slice(0, 100), typingMs)
  const isReady = enough.test(text)
  const { data: names, error: failure } = useQuery({ ...search(text), enabled: isReady })
  if (chosen) {
    return (
      <Stack gap={4}>
        <Text fw={500}>{label}</Text>
        <Group gap="sm">
          <Text role="status">{t('chosen', { name: chosen.name })}</Text>
          <Anchor
            component="button"
            type="button"
            underline="always"
            onClick={() => {
              type('')
              onChoose(null)
            }}
          >
            {t('chooseOther')}
          </Anchor>
        </Group>
      </Stack>
    )
  }
  const found = isReady ? names : undefined
  const only = found?.length === 1 ? found[0] : undefined
  return (
    <Stack gap="xs">
      <TextInput
        {...field}
        label={label}
        description={hint}
        value={typed}
        maxLength={100}
        autoComplete="off"
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => (only && text === typed.trim() ? onChoose(only) : undefined)}
      />
      <div aria-live="polite">
        {failure && isReady ? <FormError>{errorText(failure)}</FormError> : null}
        {found?.length === 0 ? <Text size="sm">{none}</Text> : null}
      </div>
      {found && found.length > 0 ? (
        <Radio.Group
          aria-label={t('found')}
          onChange={(id) => onChoose(found.find((one) => String(one.id) === id) ?? null)}
        >
          <Stack gap="sm">
            {found.map(({ id, name }) => (
              <Radio key={id} value={String(id)} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      ) : null}
    </Stack>
  )
}
