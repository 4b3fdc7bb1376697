import { Button } from '@mantine/core'
import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { type Cure, refusals } from '@spacekeeper/contract/access/words.ts'
import { useTranslation } from 'react-i18next'
import { useSite } from '#platform/session/site.ts'
import { useSignIn } from '../visits/api.ts'
import classes from './access.module.css'

/** What staff are asked for by email; nothing for what members do themselves, and for what passes. */
const requests = {
  signInOnSite: null,
  topUp: 'askToTopUp',
  getCard: 'askForCard',
  payOrTalk: 'contactStaff',
  askForAccess: 'askForAccess',
  talkToStaff: 'contactStaff',
  tryAgain: null,
  wait: null,
} as const satisfies Record<Cure, string | null>

/** The one filled button of a sheet, or a quiet one in a list. */
const look = (isMain: boolean) =>
  isMain ? ({ size: 'lg', variant: 'filled' } as const) : ({ size: 'xs', className: classes.step ?? '' } as const)

const SignInButton = ({ isMain }: { isMain: boolean }) => {
  const { t } = useTranslation('access')
  const signIn = useSignIn()
  return (
    <Button variant="light" {...look(isMain)} loading={signIn.isPending} onClick={() => signIn.mutate(0)}>
      {t('signInHere')}
    </Button>
  )
}

type Props = { refusal: Refusal; names: string; isMain?: boolean }

/** The one thing that ends a refusal: done here, or asked of staff about the devices named. */
export const CureButton = ({ refusal, names, isMain = false }: Props) => {
  const { t } = useTranslation('access')
  const mail = useSite().contact.admin
  const { cure } = refusals[refusal]
  if (cure === 'signInOnSite') return <SignInButton isMain={isMain} />
  const request = requests[cure]
  if (!mail || request === null) return null
  const subject = names === '' ? t(request) : t('askAbout', { request: t(request), names })
  return (
    <Button
      component="a"
      href={`mailto:${mail}?subject=${encodeURIComponent(subject)}`}
      variant="default"
      {...look(isMain)}
    >
      {t(request)}
    </Button>
  )
}
