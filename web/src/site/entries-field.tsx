import { useEffect, useRef, useState, type ComponentType } from 'react'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/ui/notify.tsx'
import { EntryRow } from './entry-row.tsx'
import type { FieldProps } from './setting-field.tsx'
import { settingOf, titleOf } from './setting-kind.ts'
import classes from './settings.module.css'

/** `entry` is undefined for a new one. */
export type EntryFormProps<T> = { entry: T | undefined; onSave: (entry: T) => void; onCancel: () => void }

type Props<T> = FieldProps & {
  entries: readonly T[]
  titleOfEntry: (entry: T) => string
  describe: (entry: T) => string
  words: { add: string; empty: string; newEntry: string; editEntry: string }
  /** The form in the dialog. */
  Form: ComponentType<EntryFormProps<T>>
}

const moved = <T,>(entries: readonly T[], input: { at: number; by: number }): T[] => {
  const rest = entries.filter((_, place) => place !== input.at)
  return rest.toSpliced(input.at + input.by, 0, ...entries.slice(input.at, input.at + 1))
}

/** A setting that is a list: each entry has its form, and what was removed can be brought back. */
export const EntriesField = <T,>({
  setting,
  field,
  describedBy,
  entries,
  titleOfEntry,
  describe,
  words,
  Form,
}: Props<T>) => {
  const { t } = useTranslation('settings')
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const latest = useRef(entries)
  useEffect(() => {
    latest.current = entries
  })
  const set = (changed: readonly T[]) => field.choose(changed)
  const close = () => setEditing(null)
  const remove = (at: number, entry: T) => {
    set(entries.filter((_, place) => place !== at))
    notify.done({
      text: t('removed', { title: titleOfEntry(entry) }),
      undo: () => set(latest.current.toSpliced(at, 0, entry)),
    })
  }
  const keep = (entry: T) => {
    set(editing === 'new' ? [...entries, entry] : entries.map((other, at) => (at === editing ? entry : other)))
    close()
  }
  const entry = typeof editing === 'number' ? entries[editing] : undefined
  return (
    <Stack gap={6} role="group" aria-label={titleOf(setting.key)} aria-describedby={describedBy}>
      <Text fw={500} size="sm">
        {titleOf(setting.key)}
      </Text>
      <Text size="sm" c="dimmed">
        {settingOf(setting.key).help} {entries.length === 0 ? words.empty : null}
      </Text>
      {entries.length > 0 ? (
        <ol className={classes.entries}>
          {entries.map((one, at) => (
            <EntryRow
              key={`${at} ${titleOfEntry(one)}`}
              title={titleOfEntry(one)}
              description={describe(one)}
              place={{ at, of: entries.length }}
              onMove={(by) => set(moved(entries, { at, by }))}
              onEdit={() => setEditing(at)}
              onRemove={() => remove(at, one)}
            />
          ))}
        </ol>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setEditing('new')}
      >
        {words.add}
      </Button>
      <Modal
        opened={editing !== null}
        onClose={close}
        title={editing === 'new' ? words.newEntry : words.editEntry}
        closeButtonProps={{ 'aria-label': t('close') }}
        size={640}
      >
        {editing === null ? null : <Form entry={entry} onSave={keep} onCancel={close} />}
      </Modal>
    </Stack>
  )
}
