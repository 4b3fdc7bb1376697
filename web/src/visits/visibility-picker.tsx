import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { useProfile } from '#platform/session/session.ts'
import { type Face, LateOpening, lateOpening } from '#platform/ui/late-opening.tsx'
import classes from './last-seen.module.css'

const VisibilityDialog = lateOpening(() => import('./visibility-dialog.tsx').then((file) => file.VisibilityDialog))

/** Beside a list of members: by which name one stands in it, and whether. Not on kiosks, which others read as well. */
export const VisibilityPicker = () => {
  const { t } = useTranslation('visits')
  const profile = useProfile()
  if (useIsKiosk() || !profile) return null
  const face: Face = (props) => (
    <Button
      variant="subtle"
      size="sm"
      px={10}
      className={classes.picker ?? ''}
      leftSection={<IconEye size={18} stroke={1.7} aria-hidden />}
      {...props}
    >
      {t('whoSeesMe')}
    </Button>
  )
  return <LateOpening face={face} haspopup="dialog" opening={VisibilityDialog} />
}

/** Marks a member who is not shown to other members in this list. */
export const HiddenBadge = () => {
  const { t } = useTranslation('visits')
  return (
    <span className={classes.hidden}>
      <IconEyeOff size={16} stroke={1.7} aria-hidden />
      {t('hidden')}
    </span>
  )
}
