// On its own: the card on the dashboard and the digital ID both show it.
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { standingOf, standings } from '../access/standings.ts'
import classes from './digital-id-card.module.css'

/** How a member stands, by icon, word and colour, on the colour of the site. */
export const OwnStandingBadge = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('profile')
  const standing = standingOf(profile)
  return (
    <span className={classes.standing}>
      <Status kind={standings[standing].boldKind}>{t(standing)}</Status>
    </span>
  )
}
