import { Switch } from '@mantine/core'
import type { MemberAccessItem } from '@spacekeeper/contract/access/shapes.ts'
import { IconTool, IconDoor } from '@tabler/icons-react'
import { formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { GrantEffectBadge } from './grant-effect-badge.tsx'
import classes from './grant-row.module.css'

type Props = {
  device: MemberAccessItem
  isMachine?: boolean
  wanted: boolean
  isBusy: boolean
  /** Why the card is refused here is said once above the list. */
  isReasonKnown?: boolean
  onChange: (wanted: boolean) => void
}

/** The switch is the grant, the words under the name its effect; the whole row is the label. */
export const GrantRow = ({ device, isMachine = false, wanted, isBusy, isReasonKnown = false, onChange }: Props) => {
  const Icon = isMachine ? IconTool : IconDoor
  return (
    <li className={classes.row} data-pending={wanted !== device.granted || undefined}>
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
        aria-label={device.name}
        label={
          <span className={classes.name}>
            <Icon size={20} stroke={1.7} className={classes.icon} aria-hidden />
            {device.name}
          </span>
        }
        description={
          <>
            {isReasonKnown && wanted === device.granted ? null : (
              <GrantEffectBadge item={device} wanted={wanted} isMachine={isMachine} />
            )}
            <Origin device={device} />
          </>
        }
      />
    </li>
  )
}

/** Where a grant comes from, since when and who gave it; or that staff took what members have. */
const Origin = ({ device }: { device: MemberAccessItem }) => {
  const { t } = useTranslation('members')
  const { source, grantedAt, grantedBy } = device
  const since = grantedAt === null ? '' : formatDay(grantedAt)
  const name = grantedBy ?? ''
  const words = () => {
    if (source === 'default') return t('byDefaultSince', { since })
    if (source === 'hand') return t(grantedBy === null ? 'byHandSince' : 'byHandSinceBy', { since, name })
    return device.isException && device.isDefault ? t('takenByStaff') : null
  }
  const said = words()
  return said === null ? null : (
    <span className={classes.origin} title={said}>
      {said}
    </span>
  )
}
