import { Button, Card, Skeleton } from '@mantine/core'
import type { Visit } from '@spacekeeper/contract/visits/shapes.ts'
import { IconDoorEnter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useMayArrive, useSignIn, useSignOut, visitQuery } from './api.ts'
import { useGreetingWord } from './greeting.ts'
import { GuestPicker } from './guest-picker.tsx'
import { KnownSince, UnknownVisit } from './unknown-visit-card.tsx'
import classes from './visits.module.css'

export const Greeting = () => {
  const { t } = useTranslation('visits')
  const name = useProfile()?.firstName ?? ''
  const word = useGreetingWord()
  return <h2 className={classes.greeting}>{t(word, { name })}</h2>
}

/** Signing in and out on site. Where the answer is missing it says so, and never that the reader is not signed in. */
export const SiteSignInCard = () => {
  const { data, isPending, error, dataUpdatedAt, isFetching, refetch } = useQuery(visitQuery)
  const mayArrive = useMayArrive()
  const signIn = useSignIn()
  const signOut = useSignOut()
  const retry = { isBusy: isFetching, onRetry: () => void refetch() }
  if (!data && !mayArrive) return <Greeting />
  if (isPending) return <Skeleton height={166} radius={16} className={classes.late ?? ''} />
  if (data === undefined) return <UnknownVisit error={error} {...retry} />
  const age = error ? <KnownSince at={dataUpdatedAt} {...retry} /> : null
  return data ? (
    <OnSiteLine visit={data} onSignOut={() => signOut.mutate()} age={age} />
  ) : (
    <SignInForm onSignIn={(guests) => signIn.mutate(guests)} age={age} />
  )
}

type LineProps = { visit: Visit; onSignOut: () => void; age: ReactNode }

const OnSiteLine = ({ visit, onSignOut, age }: LineProps) => {
  const { t } = useTranslation('visits')
  const guests = visit.guests.length
  return (
    <Card component="section" aria-label={t('yourVisit')} className={classes.line ?? ''} padding="sm">
      <span className={classes.dot} aria-hidden />
      <div className={classes.lineText}>
        <span role="status">
          <strong>{t('onSiteSince', { time: formatSince(visit.signin_date) })}</strong>
          {guests > 0 ? <span className={classes.dim}> {t('withGuests', { count: guests })}</span> : null}
        </span>
        {age}
      </div>
      <Button variant="default" size="md" onClick={onSignOut}>
        {t('signOut')}
      </Button>
    </Card>
  )
}

const SignInForm = ({ onSignIn, age }: { onSignIn: (guests: number) => void; age: ReactNode }) => {
  const { t } = useTranslation('visits')
  const [guests, setGuests] = useState(0)
  return (
    <Card component="section" aria-label={t('yourVisit')} className={classes.card ?? ''}>
      <Greeting />
      <p className={classes.hint}>{t('notSignedIn')}</p>
      {age}
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
