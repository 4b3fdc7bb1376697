import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { settingOf, titleOf, settingValueWord } from '../setting-kind.ts'
import type { FieldProps } from './use-setting-field.ts'

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Some of a few choices in an order: each can be moved, taken out and put back at the end. */
export const OrderField = ({ setting: { key }, field, describedBy }: FieldProps) => {
  const { t } = useTranslation('settings')
  const chosen = listOf(field.value)
  const others = Object.keys(settingOf(key).choices ?? {}).filter((choice) => !chosen.includes(choice))
  const swap = (at: number, other: number) => {
    const next = [...chosen]
    const [moved] = next.splice(at, 1)
    if (moved !== undefined) next.splice(other, 0, moved)
    field.choose(next)
  }
  return (
    <Input.Wrapper label={titleOf(key)} description={settingOf(key).help} labelElement="div">
      <Stack gap="xs" mt="xs" role="group" aria-label={titleOf(key)} aria-describedby={describedBy}>
        {chosen.map((choice, at) => {
          const title = settingValueWord(key, choice)
          return (
            <Group key={choice} gap="xs" wrap="nowrap">
              <span style={{ flex: 1, minWidth: 0 }}>
                {at + 1}. {title}
              </span>
              <ActionIcon
                variant="default"
                size={36}
                disabled={at === 0}
                aria-label={t('moveUp', { title })}
                onClick={() => swap(at, at - 1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size={36}
                disabled={at === chosen.length - 1}
                aria-label={t('moveDown', { title })}
                onClick={() => swap(at, at + 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('leaveOut', { title })}
                onClick={() => field.choose(chosen.filter((one) => one !== choice))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          )
        })}
        {others.length > 0 ? (
          <Group gap="xs">
            {others.map((choice) => (
              <Button
                key={choice}
                variant="default"
                size="compact-md"
                onClick={() => field.choose([...chosen, choice])}
              >
                {t('putBack', { title: settingValueWord(key, choice) })}
              </Button>
            ))}
          </Group>
        ) : null}
      </Stack>
    </Input.Wrapper>
  )
}
