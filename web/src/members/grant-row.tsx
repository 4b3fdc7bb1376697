import { Switch } from '@mantine/core'
import { IconDoor, IconTool } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AccessItem } from '@spacekeeper/contract/doors.ts'
import { errorText } from '#platform/api/error-text.ts'
import { Status } from '#platform/ui/status.tsx'
import { GrantEffectBadge } from './grant-effect-badge.tsx'
import classes from './grant-row.module.css'

type Props = {
  door: AccessItem
  wanted: boolean
  error: unknown
  isBusy: boolean
  onChange: (wanted: boolean) => void
}

/** The switch is the grant, the words under the name its effect; the whole row is the label. */
export const GrantRow = ({ door, wanted, error, isBusy, onChange }: Props) => {
  const { t } = useTranslation('members')
  return (
    <li className={classes.row} data-pending={wanted !== door.granted || undefined}>
      <Switch
        classNames={{
          root: classes.root ?? '',
          body: classes.body ?? '',
          input: classes.input ?? '',
          labelWrapper: classes.words ?? '',
          description: classes.effect ?? '',
        }}
        labelPosition="left"
        withThumbIndicator={false}
        checked={wanted}
        disabled={isBusy}
        onChange={(event) => onChange(event.currentTarget.checked)}
        aria-label={door.name}
        label={
          <span className={classes.name}>
            <IconDoor size={20} stroke={1.7} className={classes.icon} aria-hidden />
            {door.name}
          </span>
        }
        description={
          <>
            <GrantEffectBadge item={door} wanted={wanted} />
            {error ? <Status kind="refused">{t('notSaved', { reason: errorText(error) })}</Status> : null}
          </>
        }
      />
    </li>
  )
}

/** A machine's grant as it stands; it is not changed here. */
export const MachineRow = ({ machine }: { machine: AccessItem }) => (
  <li className={classes.row}>
    <div className={classes.fixed}>
      <span className={classes.name}>
        <IconTool size={20} stroke={1.7} className={classes.icon} aria-hidden />
        {machine.name}
      </span>
      <span className={classes.effect}>
        <GrantEffectBadge item={machine} isMachine />
      </span>
    </div>
  </li>
)
