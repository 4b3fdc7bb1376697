import { useState } from 'react'
import { Button, Card, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconDoorEnter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Visit } from '@spacekeeper/contract/visits.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSignIn, useSignOut, visitQuery } from './api.ts'
import { GuestPicker } from './guest-picker.tsx'
import classes from './visits.module.css'

const greetingAt = (hour: number) => (hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening')

export const Greeting = () => {
  const { t } = useTranslation('visits')
  const name = useProfile()?.firstName ?? ''
  const [hour] = useState(() => new Date().getHours())
  return <h2 className={classes.greeting}>{t(greetingAt(hour), { name })}</h2>
}

/** Signing in and out on site. A failed check is ignored: then the way in is offered, and the server knows the rest. */
export const SiteSignInCard = () => {
  const { data, isPending } = useQuery(visitQuery)
  const signIn = useSignIn()
  const signOut = useSignOut()
  if (isPending) return <Skeleton height={166} radius={16} className={classes.late ?? ''} />
  return data ? (
    <OnSiteLine visit={data} onSignOut={() => signOut.mutate()} />
  ) : (
    <SignInForm onSignIn={(guests) => signIn.mutate(guests)} />
  )
}

const OnSiteLine = ({ visit, onSignOut }: { visit: Visit; onSignOut: () => void }) => {
  const { t } = useTranslation('visits')
  const guests = visit.guests.length
  return (
    <Card component="section" aria-label={t('yourVisit')} className={classes.line ?? ''} padding="sm">
      <span className={classes.dot} aria-hidden />
      <span className={classes.lineText} role="status">
        <strong>{t('onSiteSince', { time: formatSince(visit.signin_date) })}</strong>
        {guests > 0 ? <span className={classes.dim}> {t('withGuests', { count: guests })}</span> : null}
      </span>
      <Button variant="default" size="md" onClick={onSignOut}>
        {t('signOut')}
      </Button>
    </Card>
  )
}

const SignInForm = ({ onSignIn }: { onSignIn: (guests: number) => void }) => {
  const { t } = useTranslation('visits')
  const [guests, setGuests] = useState(0)
  return (
    <Card component="section" aria-label={t('yourVisit')} className={classes.card ?? ''}>
      <Greeting />
      <p className={classes.hint}>{t('notSignedIn')}</p>
      <div className={classes.room}>
        <div className={classes.actions}>
          <Button
            className={classes.big ?? ''}
            h={64}
            size="md"
            radius={14}
            leftSection={<IconDoorEnter size={24} stroke={1.7} aria-hidden />}
            onClick={() => onSignIn(guests)}
          >
            {t('signIn')}
          </Button>
          <GuestPicker count={guests} onChange={setGuests} />
        </div>
      </div>
    </Card>
  )
}
