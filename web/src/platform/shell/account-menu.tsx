import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { noLastName } from '@spacekeeper/contract/full-name.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { type Face, LateOpening, lateOpening } from '#platform/ui/late-opening.tsx'
import classes from './account-menu.module.css'

export const LateAccountDropdown = lateOpening(() =>
  import('./account-dropdown.tsx').then((file) => file.AccountDropdown),
)

const initialsOf = (first: string, last: string) =>
  `${first.trim().charAt(0)}${last === noLastName ? '' : last.trim().charAt(0)}`.toUpperCase()

/** Who is logged in, and the menu of that. */
export const AccountMenu = () => {
  const { t } = useTranslation('platform')
  const profile = useProfile()
  if (!profile) return null
  const face: Face = (props) => (
    <UnstyledButton className={classes.avatar} {...props}>
      <span aria-hidden>{initialsOf(profile.firstName, profile.lastName)}</span>
      <VisuallyHidden>{t('account', { name: profile.fullName })}</VisuallyHidden>
    </UnstyledButton>
  )
  return <LateOpening face={face} haspopup="menu" opening={LateAccountDropdown} />
}
