import { ActionIcon, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './settings.module.css'

type Props = {
  title: string
  description: string
  place: { at: number; of: number }
  onMove: (by: 1 | -1) => void
  onEdit: () => void
  onRemove: () => void
}

/** One entry of a list that is set: moved by buttons, edited, removed. */
export const EntryRow = ({ title, description, place, onMove, onEdit, onRemove }: Props) => {
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
