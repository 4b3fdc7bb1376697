import { UnstyledButton } from '@mantine/core'
import type { Standing } from '@spacekeeper/contract/members/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { describeKey, useText } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { asTo } from '#platform/shell/app-link.ts'
import { idleSeconds, useLeave } from '#platform/shell/kiosk-leave.ts'
import type { MenuEntry } from '#platform/shell/menu.ts'
import { useMenu } from '#platform/shell/use-shell.ts'
import { answerOf, sortOut, standingAnswerOf } from '../access/answer.ts'
import { accessQuery } from '../access/api.ts'
import { isUnpaid, nextUnpaid, standingOf, standings } from '../access/standings.ts'
import { standingQuery } from '../signup/api.ts'
import { onSiteQuery } from '../visits/api.ts'
import { useGreetingWord } from '../visits/greeting.ts'
import { sayOnSite } from '../visits/head-count.ts'
import { KioskVisitCard } from './kiosk-visit-card.tsx'
import { WhoIsHereDialog } from './who-is-here-dialog.tsx'
import classes from './kiosk-home-sheet.module.css'

const mostTiles = 8
const stateWords = {
  inactive: 'stateInactive',
  suspended: 'stateInactive',
  noob: 'stateNoob',
  accountonly: 'stateAccountOnly',
} as const satisfies Record<Exclude<Standing, 'active'>, string>

/** What a member does at a shared screen: signing in on site first, then a few pages, then leaving. */
export const KioskHomeSheet = () => {
  const { t } = useTranslation('kiosks')
  const profile = useProfile()
  const { features } = useSite()
  const word = useGreetingWord()
  const entries = useMenu().filter(({ group }) => group !== 'home' && group !== 'end')
  if (!profile) return null
  return (
    <div className={classes.home}>
      <div>
        <h1 className={classes.greeting} tabIndex={-1}>
          {describeKey(`visits:${word}`, { name: profile.shownName })}
        </h1>
        <StandingLines profile={profile} />
      </div>
      {features.enableSiteSignIn ? <KioskVisitCard /> : null}
      <nav className={classes.tiles} aria-label={t('whatYouCanDo')}>
        {entries.slice(0, mostTiles).map((entry) => (
          <PageTile key={entry.path} entry={entry} />
        ))}
        {features.enableMembersOnSite && profile.state === 'active' ? <WhoTile /> : null}
        <LeaveTile />
      </nav>
    </div>
  )
}

/** The state of the membership and the next step. Others may look on, so no sum and no reason that staff wrote down. */
const StandingLines = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('kiosks')
  const standing = standingOf(profile)
  const { enableMembershipPayments } = useSite().features
  const step = useQuery({ ...standingQuery, enabled: enableMembershipPayments }).data?.step ?? null
  const { next } = standings[standing]
  if (standing === 'active' || next === null) return <p className={classes.fact}>{t('stateActive')}</p>
  const [, word] = standing === 'inactive' && isUnpaid(profile.inactivity) ? nextUnpaid : next
  const isOwn = step !== null && step !== 'wait' && standing !== 'suspended'
  const byWord = isOwn ? (step === 'pay' ? 'kioskPay' : 'kioskJoin') : word
  return (
    <>
      <p className={classes.fact}>{t(stateWords[standing])}</p>
      <p className={classes.next}>{describeKey(`members:${byWord}`)}</p>
    </>
  )
}

/** The fact that may make the tap unnecessary: what the page behind says. */
const useFact = (path: string): string => {
  const { t } = useTranslation('kiosks')
  const { t: tAccess } = useTranslation('access')
  const { t: tTraining } = useTranslation('training')
  const { t: tIssues } = useTranslation('issues')
  const profile = useProfile()
  const { data: access } = useQuery(accessQuery)
  if (path === '/tools/openings') return t('openingsFact')
  if (path === '/tools/swipes/recent') return t('swipesFact')
  if (path === '/tools/swipes/lastseen') return t('lastSeenFact')
  if (path === '/tools/stats') return t('statsFact')
  if (path === '/account/training') return tTraining('trainingFact')
  if (path === '/tools/issue') return tIssues('cardText')
  if (path !== '/account/access' || !access || !profile) return ''
  if (access.doors.length + access.interlocks.length === 0) return tAccess('worksOnNoneYet')
  const isActive = standingOf(profile) === 'active'
  return (isActive ? answerOf : standingAnswerOf)(tAccess, sortOut(access))
}

const PageTile = ({ entry }: { entry: MenuEntry }) => {
  const t = useText()
  const fact = useFact(entry.path)
  const Icon = entry.icon
  return (
    <Link to={asTo(entry.path)} className={classes.tile}>
      <span className={classes.icon}>
        <Icon size={32} stroke={1.7} aria-hidden />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{t(entry.title)}</span>
        <span className={classes.fact}>{fact}</span>
      </span>
    </Link>
  )
}

const WhoTile = () => {
  const { t } = useTranslation('kiosks')
  const { t: tVisits } = useTranslation('visits')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(onSiteQuery)
  return (
    <>
      <UnstyledButton className={classes.tile} onClick={() => setOpen(true)}>
        <span className={classes.icon}>
          <IconUsers size={32} stroke={1.7} aria-hidden />
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{t('whoIsHere')}</span>
          <span className={classes.fact}>
            {data
              ? t('onSiteCount', {
                  who: sayOnSite(tVisits, { members: data.count, guests: data.guests, visitors: data.visitorCount }),
                })
              : ''}
          </span>
        </span>
      </UnstyledButton>
      {isOpen ? <WhoIsHereDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const around = 2 * Math.PI * 28

const LeaveTile = () => {
  const { t } = useTranslation('kiosks')
  const { secondsLeft, leave } = useLeave()
  return (
    <UnstyledButton className={classes.tile} data-leave onClick={() => leave('loggedOut')}>
      <svg viewBox="0 0 64 64" className={classes.ring} aria-hidden>
        <circle cx="32" cy="32" r="28" className={classes.track} />
        <circle
          cx="32"
          cy="32"
          r="28"
          className={classes.left}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - secondsLeft / idleSeconds)}
        />
        <text x="32" y="39" textAnchor="middle" className={classes.seconds}>
          {secondsLeft}
        </text>
      </svg>
      <span className={classes.words}>
        <span className={classes.name}>{t('logOut')}</span>
        <span className={classes.fact}>{t('inSeconds', { count: secondsLeft })}</span>
      </span>
    </UnstyledButton>
  )
}
