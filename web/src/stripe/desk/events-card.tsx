import { Button, Card, NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { StripeEventRow } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { type EventState, eventStates } from '@spacekeeper/contract/stripe/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { eventsQuery, stripe } from './desk-api.ts'
import classes from './desk.module.css'

const filters = {
  all: 'stateAllEvents',
  waiting: 'stateWaitingEvents',
  failed: 'stateFailedEvents',
} as const satisfies Record<EventState, string>

type EventLook = {
  kind: StatusKind
  words: 'outcomeSynced' | 'outcomeNotOurs' | 'outcomeIgnored' | 'outcomeWaiting' | 'outcomeFailed'
}

const lookOf = ({ outcome, failure }: StripeEventRow): EventLook => {
  if (outcome === 'synced') return { kind: 'fine', words: 'outcomeSynced' }
  if (outcome === 'notOurs') return { kind: 'none', words: 'outcomeNotOurs' }
  if (outcome === 'ignored') return { kind: 'none', words: 'outcomeIgnored' }
  return failure === null ? { kind: 'waiting', words: 'outcomeWaiting' } : { kind: 'warning', words: 'outcomeFailed' }
}

/** Stripe's name of an event, which on a phone breaks between its words and not within one. */
const EventName = ({ type }: { type: string }) =>
  type.split(/(?<=[._])/).map((part, at) => (
    <Fragment key={`${at} ${part}`}>
      {part}
      <wbr />
    </Fragment>
  ))

const EventRow = ({ event }: { event: StripeEventRow }) => {
  const { t } = useTranslation('stripe')
  const { kind, words } = lookOf(event)
  const repeat = useMutation({
    mutationFn: () => stripe.repeatEvent({ eventId: event.id }),
    onSuccess: () => {
      notify.done({ text: t('tryAgainDone') })
    },
    onError: (error) => notify.failed(error),
  })
  return (
    <li className={classes.row}>
      <span>
        <EventName type={event.type} />
        <span className={classes.quiet} style={{ display: 'block' }}>
          {event.objectId}, <Moment at={event.receivedAt} />
        </span>
        <Status kind={kind}>{t(words)}</Status>
        {event.failure === null ? null : <span className={classes.quiet}> {event.failure}</span>}
      </span>
      {event.canRepeat ? (
        <Button
          size="xs"
          variant="default"
          loading={repeat.isPending}
          aria-label={t('tryAgainOf', { type: event.type })}
          onClick={() => repeat.mutate()}
        >
          {t('repeat')}
        </Button>
      ) : null}
    </li>
  )
}

/** What Stripe told the portal, and what came of it. */
export const EventsCard = () => {
  const { t } = useTranslation('stripe')
  const [state, setState] = useState<EventState>('all')
  const query = useInfiniteQuery(eventsQuery(state))
  return (
    <Card component="section" aria-labelledby="stripe-events">
      <Title order={2} id="stripe-events" mb="xs">
        {t('events')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('eventsText')}
      </Text>
      <NativeSelect
        mt="sm"
        maw={240}
        label={t('eventsFilter')}
        value={state}
        data={eventStates.map((value) => ({ value, label: t(filters[value]) }))}
        onChange={({ currentTarget: { value } }) => setState(eventStates.find((one) => one === value) ?? 'all')}
      />
      <Page query={query}>
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events)
          if (events.length === 0) return <Text mt="sm">{t(state === 'all' ? 'noEvents' : 'noSuchEvents')}</Text>
          return (
            <Stack gap="xs">
              <ul className={classes.list} aria-label={t('events')}>
                {events.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </ul>
              <MoreButton query={query} label={t('moreRows')} size="xs" isCentred />
            </Stack>
          )
        }}
      </Page>
    </Card>
  )
}
