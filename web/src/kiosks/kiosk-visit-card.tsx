import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import type { Visit } from '@spacekeeper/contract/visits/shapes.ts'
import { maxGuests } from '@spacekeeper/contract/visits/words.ts'
import { IconDoorEnter, IconDoorExit, IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useLeave } from '#platform/shell/kiosk-leave.ts'
import { useMayArrive, useSignIn, useSignOut, visitQuery } from '../visits/api.ts'
import { KnownSince, UnknownVisit } from '../visits/unknown-visit-card.tsx'
import classes from './kiosk-home-sheet.module.css'

const height = 112

/** Signing in on site, with guests; and out, after which nothing is left to do here. */
export const KioskVisitCard = () => {
  const { t } = useTranslation('visits')
  const { data, isPending, error, dataUpdatedAt, isFetching, refetch } = useQuery(visitQuery)
  const mayArrive = useMayArrive()
  const { leave } = useLeave()
  const signIn = useSignIn()
  const signOut = useSignOut()
  const retry = { isBusy: isFetching, onRetry: () => void refetch() }
  if (!data && !mayArrive) return null
  if (isPending) return <Skeleton height={height + 40} radius={24} />
  if (data === undefined) return <UnknownVisit error={error} {...retry} />
  return (
    <>
      {error ? <KnownSince at={dataUpdatedAt} {...retry} /> : null}
      <section className={classes.visit} aria-label={t('yourVisit')}>
        {data ? (
          <Here visit={data} onSignOut={() => signOut.mutate(undefined, { onSuccess: () => leave('signedOut') })} />
        ) : (
          <Arriving onSignIn={(guests) => signIn.mutate(guests)} />
        )}
      </section>
    </>
  )
}

const Here = ({ visit, onSignOut }: { visit: Visit; onSignOut: () => void }) => {
  const { t } = useTranslation('visits')
  const guests = visit.guests.length
  return (
    <>
      <div className={classes.here} role="status">
        <strong>{t('onSiteSince', { time: formatSince(visit.signin_date) })}</strong>
        {guests > 0 ? <span className={classes.fact}>{t('withGuests', { count: guests })}</span> : null}
      </div>
      <Button
        h={height}
        px={48}
        radius={14}
        size="xl"
        variant="default"
        leftSection={<IconDoorExit size={32} stroke={1.7} aria-hidden />}
        onClick={onSignOut}
      >
        {t('signOut')}
      </Button>
    </>
  )
}

const Arriving = ({ onSignIn }: { onSignIn: (guests: number) => void }) => {
  const { t } = useTranslation('visits')
  const [guests, setGuests] = useState(0)
  return (
    <>
      <Button
        h={height}
        flex="1 1 auto"
        radius={14}
        size="xl"
        fz={32}
        leftSection={<IconDoorEnter size={40} stroke={1.7} aria-hidden />}
        onClick={() => onSignIn(guests)}
      >
        {t('signIn')}
      </Button>
      <div className={classes.guests} role="group" aria-label={t('guests')}>
        <UnstyledButton
          className={classes.step}
          aria-label={t('fewerGuests')}
          disabled={guests === 0}
          onClick={() => setGuests(guests - 1)}
        >
          <IconMinus size={32} stroke={1.7} aria-hidden />
        </UnstyledButton>
        <output className={classes.count} aria-live="polite">
          <strong>{guests}</strong>
          <span>{t('guestsShort', { count: guests })}</span>
        </output>
        <UnstyledButton
          className={classes.step}
          aria-label={t('moreGuests')}
          disabled={guests === maxGuests}
          onClick={() => setGuests(guests + 1)}
        >
          <IconPlus size={32} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </div>
    </>
  )
}
