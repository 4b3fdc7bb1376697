import { Box, Card, Stack, Text, Title } from '@mantine/core'
import type { OpeningPlan } from '@spacekeeper/contract/openings/shapes.ts'
import { IconDoor } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { SavedSwitch } from '#platform/form/saved-switch.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { CalendarCard } from '#platform/ui/calendar-card.tsx'
import { CopyField } from '#platform/ui/copy-field.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { AnnounceCard } from './announce-card.tsx'
import { makeCalendar, openingsCalendarQuery, planQuery, removeCalendar, setFollowing } from './api.ts'
import { KeyHoldersCard } from './key-holders-card.tsx'
import { OpeningRow } from './opening-row.tsx'
import { loadOpeningWords } from './page-words.ts'
import { sayDay, sayHours, sayNext } from './times.ts'
import classes from './openings.module.css'

const minuteMs = 60_000

/** When the space is open, and for key-holders the buttons that say so. */
const OpeningsPage = () => {
  const { t } = useTranslation('openings')
  const isKiosk = useIsKiosk()
  const isStaff = isStaffFor(useProfile(), 'access') && !isKiosk
  const query = useQuery(planQuery)
  const now = useNow(minuteMs, query.dataUpdatedAt)
  return (
    <Stack gap="md">
      <Text c="dimmed" maw={640}>
        {t('intro')}
      </Text>
      <Page query={query}>
        {(plan) => (
          <>
            <NextCard plan={plan} now={now} />
            {plan.canAnnounce ? <AnnounceCard plan={plan} /> : null}
            <PlanList plan={plan} now={now} />
            {isKiosk || plan.publicCalendar === null ? null : <PublicCalendar address={plan.publicCalendar} />}
          </>
        )}
      </Page>
      {isKiosk ? null : <OwnCalendar />}
      {isStaff ? <KeyHoldersCard /> : null}
    </Stack>
  )
}

type PlanProps = { plan: OpeningPlan; now: number }

const NextCard = ({ plan, now }: PlanProps) => {
  const { t } = useTranslation('openings')
  const isKiosk = useIsKiosk()
  const next = plan.times.find(({ endsAt }) => new Date(endsAt).getTime() > now)
  const said = next && sayNext(t, next, { timeZone: plan.timeZone, now })
  const follow = (isFollowing: boolean) => setFollowing({ isFollowing })
  return (
    <Card>
      <Text size="lg" component="div" role="status">
        {said ? (
          <Status kind={said.isOpen ? 'good' : 'waiting'} size="md">
            {said.words}
          </Status>
        ) : (
          <Status kind="none" size="md">
            {t('noneNow')}
          </Status>
        )}
      </Text>
      {isKiosk ? null : (
        <Box mt="sm">
          <SavedSwitch
            name="isFollowing"
            label={t('following')}
            description={t('followingHint')}
            value={plan.isFollowing}
            save={follow}
          />
        </Box>
      )}
    </Card>
  )
}

const PlanList = ({ plan, now }: PlanProps) => {
  const { t } = useTranslation('openings')
  const { timeZone, today } = plan
  if (plan.times.length === 0) return <Empty title={t('emptyTitle')} text={t('emptyText')} />
  return (
    <Card component="section" aria-labelledby="plan">
      <Title order={2} id="plan" mb="xs">
        {t('plan')}
      </Title>
      <ul className={classes.list} aria-labelledby="plan">
        {plan.times.map((time) => (
          <li key={time.startsAt} className={classes.time}>
            <div className={classes.when}>
              <strong>{sayDay(t, time.startsAt, { timeZone, now })}</strong>
              <span>{sayHours(t, time, timeZone)}</span>
            </div>
            <div className={classes.openings}>
              {time.openings.map((opening) => (
                <OpeningRow
                  key={opening.id}
                  opening={opening}
                  isOneOfMany={time.openings.length > 1}
                  today={today}
                  timeZone={timeZone}
                  now={now}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const PublicCalendar = ({ address }: { address: string }) => {
  const { t } = useTranslation('openings')
  return (
    <Card component="section" aria-labelledby="public-calendar">
      <Title order={2} id="public-calendar" mb={4}>
        {t('publicHeading')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('publicText')}
      </Text>
      <CopyField text={address} label={t('copyAddress')} />
    </Card>
  )
}

const OwnCalendar = () => {
  const { t } = useTranslation('openings')
  return (
    <CalendarCard
      query={useQuery(openingsCalendarQuery)}
      feed={{ make: makeCalendar, turnOff: removeCalendar }}
      text={t('calendarText')}
      offText={t('calendarOffText')}
    />
  )
}

export const Route = createFileRoute('/tools/openings')({
  component: OpeningsPage,
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(planQuery)
    await loadOpeningWords()
  },
  staticData: {
    title: 'openings:titleOpenings',
    loggedIn: true,
    kiosk: true,
    feature: 'enableOpenings',
    menu: { group: 'tools', icon: IconDoor, order: 19 },
  },
})
