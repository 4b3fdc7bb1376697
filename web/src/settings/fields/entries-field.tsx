import { Text, ActionIcon, Stack, Button } from '@mantine/core'
import { IconArrowUp, IconArrowDown, IconPencil, IconTrash, IconPlus } from '@tabler/icons-react'
import { type ComponentType, useState, useRef, useEffect } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { titleOf, settingOf } from '../setting-kind.ts'
import type { FieldProps } from './use-setting-field.ts'
import classes from '../settings.module.css'

type EntryRowProps = {
  title: string
  description: string
  place: { at: number; of: number }
  onMove: (by: 1 | -1) => void
  onEdit: () => void
  onRemove: () => void
}

/** One entry of a list that is set: moved by buttons, edited, removed. */
export const EntryRow = ({ title, description, place, onMove, onEdit, onRemove }: EntryRowProps) => {
  const { t } = useTranslation('settings')
  const isLast = place.at === place.of - 1
  return (
    <li className={classes.entry}>
      <span className={classes.entryText}>
        <span className={classes.entryTitle}>{title}</span>
        <Text span size="sm" c="dimmed">
          {description}
        </Text>
      </span>
      <span className={classes.entryTools}>
        <ActionIcon aria-label={t('moveUp', { title })} disabled={place.at === 0} onClick={() => onMove(-1)}>
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('moveDown', { title })} disabled={isLast} onClick={() => onMove(1)}>
          <IconArrowDown size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('edit', { title })} onClick={onEdit}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('remove', { title })} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  )
}

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
        size="xs"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setEditing('new')}
      >
        {words.add}
      </Button>
      <BasicDialog
        opened={editing !== null}
        onClose={close}
        title={editing === 'new' ? words.newEntry : words.editEntry}
        size={640}
      >
        {editing === null ? null : <Form entry={entry} onSave={keep} onCancel={close} />}
      </BasicDialog>
    </Stack>
  )
}
