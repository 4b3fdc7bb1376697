import { useState } from 'react'
import { Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatSince } from '#platform/i18n/format.ts'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Moment } from '#platform/ui/moment.tsx'
import { onSiteQuery } from './api.ts'
import { HiddenBadge } from './hidden-badge.tsx'
import { VisibilityPicker } from './visibility-picker.tsx'
import classes from './visits.module.css'

const shownAtFirst = 6

type Person = { name: string; since: string; guests: number; isHidden: boolean }

const PersonRow = ({ name, since, guests, isHidden }: Person) => {
  const { t } = useTranslation('visits')
  return (
    <li className={classes.person}>
      <span className={classes.personName}>
        {name}
        {guests > 0 ? <span className={classes.dim}> {t('andGuests', { count: guests })}</span> : null}
        {isHidden ? <HiddenBadge /> : null}
      </span>
      <span className={classes.dim}>
        <Moment at={since}>{formatSince(since)}</Moment>
      </span>
    </li>
  )
}

const People = ({ count, people }: { count: number; people: Person[] }) => {
  const { t } = useTranslation('visits')
  const [isLong, setIsLong] = useState(false)
  const shown = isLong ? people : people.slice(0, shownAtFirst)
  return (
    <Card component="section" aria-label={t('onSite')}>
      <div className={classes.head}>
        {count > 0 ? <span className={classes.dot} aria-hidden /> : null}
        <h2 className={classes.headTitle}>{count > 0 ? t('onSiteNow', { count }) : t('nobodyOnSite')}</h2>
        {people.length > shownAtFirst ? (
          <Button variant="subtle" size="compact-sm" aria-expanded={isLong} onClick={() => setIsLong(!isLong)}>
            {t(isLong ? 'seeFewer' : 'seeAll')}
          </Button>
        ) : null}
        <VisibilityPicker />
      </div>
      {shown.length > 0 ? (
        <ul className={classes.people}>
          {shown.map((person) => (
            <PersonRow key={`${person.name} ${person.since}`} {...person} />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

/** Who is on site now, latest first. */
export const OnSiteCard = () => (
  <Page query={useQuery(onSiteQuery)} skeleton={<RowsSkeleton rows={2} />}>
    {({ count, people }) => <People count={count} people={people} />}
  </Page>
)
