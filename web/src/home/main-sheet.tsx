import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { InTurn } from '#platform/ui/in-turn.tsx'
import { late } from '#platform/ui/late.tsx'
import { MyDoorsCard } from '../access/my-doors-card.tsx'
import { ReportIssueCard } from '../issues/report-issue-card.tsx'
import { NextMeetingCard } from '../meetings/next-meeting-card.tsx'
import { loadOpeningCardWords } from '../openings/page-words.ts'
import { DigitalIdCard } from '../profile/digital-id-card.tsx'
import { ownVisitorsQuery } from '../visitors/api.ts'
import { OnSiteCard } from '../visits/on-site-card.tsx'
import { HomepageCard } from './homepage-card.tsx'
import classes from './home.module.css'

const OwnVisitorsCard = late(() => import('../visitors/own-visitors-card.tsx').then((file) => file.OwnVisitorsCard))

/** Few have visitors just now, so the card comes when there are some. */
export const prepareVisitors = async (client: QueryClient) => {
  await client.prefetchQuery(ownVisitorsQuery)
  if (client.getQueryData(ownVisitorsQuery.queryKey)?.here.length) await OwnVisitorsCard.load()
}

/** Comes with its words where the space plans openings. */
export const LateNextOpeningCard = late(async () => {
  const [file] = await Promise.all([import('../openings/next-opening-card.tsx'), loadOpeningCardWords()])
  return file.NextOpeningCard
})
type CardsProps = { isNarrow: boolean; isActive: boolean; showsPeople: boolean }

/** What is coming up, the member's doors, and ways to other places. */
export const MainSheet = (props: CardsProps) => {
  const { enableVisitors } = useSite().features
  const { data } = useQuery({ ...ownVisitorsQuery, enabled: enableVisitors })
  return (
    <div className={classes.main}>
      {data && data.here.length > 0 ? <OwnVisitorsCard /> : null}
      <Cards {...props} />
    </div>
  )
}

const Cards = ({ isNarrow, isActive, showsPeople }: CardsProps) => {
  const { t } = useTranslation('home')
  const { features, homepageCards } = useSite()
  return (
    <>
      {features.enableOpenings ? <LateNextOpeningCard /> : null}
      <InTurn>
        <NextMeetingCard />
      </InTurn>
      {isActive ? (
        <InTurn>
          <MyDoorsCard />
        </InTurn>
      ) : null}
      <InTurn>
        {isNarrow ? <DigitalIdCard /> : null}
        {isActive ? <ReportIssueCard /> : null}
      </InTurn>
      {showsPeople && isNarrow ? (
        <InTurn>
          <OnSiteCard />
        </InTurn>
      ) : null}
      {homepageCards.length > 0 ? (
        <InTurn>
          <section className={classes.cards} aria-label={t('links')}>
            {homepageCards.map((card, place) => (
              <HomepageCard key={`${place} ${card.title}`} card={card} />
            ))}
          </section>
        </InTurn>
      ) : null}
    </>
  )
}
