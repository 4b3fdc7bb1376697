import { ActionIcon, Menu, Text } from '@mantine/core'
import type { PlannedOpening } from '@spacekeeper/contract/openings/shapes.ts'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { formatTime } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { CancelOpeningDialog } from './cancel-opening-dialog.tsx'
import { LateDialog } from './late-dialog.tsx'
import { OpeningDialog } from './opening-dialog.tsx'
import { sayDay, sayHours } from './times.ts'
import classes from './openings.module.css'

type RowDialog = 'late' | 'move' | 'cancel' | null

type Props = {
  opening: PlannedOpening
  /** It is one of several that are joined, so its own hours are said. */
  isOneOfMany: boolean
  today: string
  timeZone: string
  now: number
}

/** One key-holder's opening, with what its key-holder can do about it. */
export const OpeningRow = ({ opening, isOneOfMany, today, timeZone, now }: Props) => {
  const { t } = useTranslation('openings')
  const [open, setOpen] = useState<RowDialog>(null)
  const close = () => setOpen(null)
  const when = `${sayDay(t, opening.startsAt, { timeZone, now })}, ${sayHours(t, opening, timeZone)}`
  return (
    <div className={classes.opening}>
      <div className={classes.words}>
        <Text component="span">
          {isOneOfMany ? `${sayHours(t, opening, timeZone)} ` : ''}
          {opening.keyHolder === null ? t('byHidden') : t('by', { name: opening.keyHolder })}
        </Text>
        {opening.note === '' ? null : (
          <Text component="span" size="sm" c="dimmed">
            {opening.note}
          </Text>
        )}
        {opening.plannedFor === null ? null : (
          <Status kind="warning">{t('late', { time: formatTime(opening.plannedFor, { timeZone }) })}</Status>
        )}
        {opening.isWeekly ? <Status kind="info">{t('weekly')}</Status> : null}
      </div>
      {opening.canChange ? (
        <Menu position="bottom-end" width={200} shadow="md" radius="lg" withinPortal={false}>
          <Menu.Target>
            <ActionIcon size={44} variant="subtle" aria-label={t('actionsOf', { when })}>
              <IconDots size={20} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setOpen('late')}>{t('actLate')}</Menu.Item>
            <Menu.Item onClick={() => setOpen('move')}>{t('actMove')}</Menu.Item>
            <Menu.Item c="var(--red-ink)" onClick={() => setOpen('cancel')}>
              {t('actCancel')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {open === 'late' ? <LateDialog openingId={opening.id} onClose={close} /> : null}
      {open === 'move' ? <OpeningDialog today={today} opening={opening} onClose={close} /> : null}
      {open === 'cancel' ? <CancelOpeningDialog opening={opening} onClose={close} /> : null}
    </div>
  )
}
