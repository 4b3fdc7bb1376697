import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Moment } from '#platform/ui/moment.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { onSiteQuery } from './api.ts'
import { sayOnSite } from './head-count.ts'
import { HiddenBadge, VisibilityPicker } from './visibility-picker.tsx'
import classes from './visits.module.css'

const shownAtFirst = 6

type PersonOnSite = { name: string; memberId: number | null; since: string; guests: number; isHidden: boolean }

type VisitorOnSite = { name: string; hostName: string | null; since: string }

type OnSite = {
  count: number
  guests: number
  people: PersonOnSite[]
  visitorCount: number
  /** For staff of members only. */
  visitors: VisitorOnSite[]
}

const PersonRow = ({ name, memberId, since, guests, isHidden }: PersonOnSite) => {
  const { t } = useTranslation('visits')
  return (
    <li className={classes.person}>
      <span className={classes.personName}>
        <MemberLink id={memberId}>{name}</MemberLink>
        {guests > 0 ? <span className={classes.dim}> {t('andGuests', { count: guests })}</span> : null}
        {isHidden ? <HiddenBadge /> : null}
      </span>
      <span className={classes.dim}>
        <Moment at={since}>{formatSince(since)}</Moment>
      </span>
    </li>
  )
}

const VisitorOnSiteRow = ({ name, hostName, since }: VisitorOnSite) => {
  const { t } = useTranslation('visits')
  return (
    <li className={classes.person}>
      <span className={classes.personName}>
        {name}
        <span className={classes.dim}>
          {' '}
          {hostName === null ? t('visitorOfNone') : t('visitorOf', { name: hostName })}
        </span>
      </span>
      <span className={classes.dim}>
        <Moment at={since}>{formatSince(since)}</Moment>
      </span>
    </li>
  )
}

const People = ({ count, guests, people, visitorCount, visitors }: OnSite) => {
  const { t } = useTranslation('visits')
  const [isLong, setIsLong] = useState(false)
  const isAnyone = count + visitorCount > 0
  const shown = isLong ? people : people.slice(0, shownAtFirst)
  return (
    <Card component="section" aria-label={t('onSite')}>
      <div className={classes.head}>
        {isAnyone ? <span className={classes.dot} aria-hidden /> : null}
        <h2 className={classes.headTitle}>
          {isAnyone
            ? t('onSiteNow', { who: sayOnSite(t, { members: count, guests, visitors: visitorCount }) })
            : t('nobodyOnSite')}
        </h2>
        {Math.max(people.length, visitors.length) > shownAtFirst ? (
          <Button variant="subtle" size="compact-sm" aria-expanded={isLong} onClick={() => setIsLong(!isLong)}>
            {t(isLong ? 'seeFewer' : 'seeAll')}
          </Button>
        ) : null}
      </div>
      {shown.length > 0 ? (
        <ul className={classes.people}>
          {shown.map((person) => (
            <PersonRow key={`${person.name} ${person.since}`} {...person} />
          ))}
        </ul>
      ) : null}
      {visitors.length > 0 ? (
        <ul className={classes.people} aria-label={t('visitorsHere')}>
          {visitors.slice(0, isLong ? visitors.length : shownAtFirst).map((visitor) => (
            <VisitorOnSiteRow key={`${visitor.name} ${visitor.since}`} {...visitor} />
          ))}
        </ul>
      ) : null}
      <div className={classes.foot}>
        <VisibilityPicker />
      </div>
    </Card>
  )
}

/** Who is on site now, latest first. */
export const OnSiteCard = () => (
  <Page query={useQuery(onSiteQuery)} skeleton={<RowsSkeleton rows={2} />}>
    {(onSite) => <People {...onSite} />}
  </Page>
)
