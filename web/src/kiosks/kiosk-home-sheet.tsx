import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '@spacekeeper/contract/members.ts'
import { useText } from '#platform/i18n/use-text.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { asTo } from '#platform/shell/app-link.ts'
import { idleSeconds, useLeave } from '#platform/shell/kiosk-leave.ts'
import type { MenuEntry } from '#platform/shell/menu.ts'
import { useMenu } from '#platform/shell/use-shell.ts'
import { accessQuery } from '../doors/api.ts'
import { onSiteQuery } from '../visits/api.ts'
import { KioskVisitCard } from './kiosk-visit-card.tsx'
import { WhoIsHereDialog } from './who-is-here-dialog.tsx'
import classes from './kiosk-home-sheet.module.css'

const mostTiles = 4
const greetingAt = (hour: number) => (hour < 12 ? 'visits:morning' : hour < 18 ? 'visits:afternoon' : 'visits:evening')
const stateWords = {
  active: 'stateActive',
  inactive: 'stateInactive',
  noob: 'stateNoob',
  accountonly: 'stateAccountOnly',
} as const satisfies Record<Profile['state'], string>

/** What a member does at a shared screen: signing in on site first, then a few pages, then leaving. */
export const KioskHomeSheet = () => {
  const { t } = useTranslation(['kiosks', 'visits'])
  const profile = useProfile()
  const { features } = useSite()
  const [hour] = useState(() => new Date().getHours())
  const entries = useMenu().filter(({ group }) => group !== 'home' && group !== 'end')
  if (!profile) return null
  return (
    <div className={classes.home}>
      <div>
        <h1 className={classes.greeting} tabIndex={-1}>
          {t(greetingAt(hour), { name: profile.firstName })}
        </h1>
        <p className={classes.fact}>{t(stateWords[profile.state])}</p>
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

/** The fact that may make the tap unnecessary. */
const useFact = (path: string): string => {
  const { t } = useTranslation('kiosks')
  const { data: access } = useQuery(accessQuery)
  if (path === '/tools/swipes/recent') return t('swipesFact')
  if (path === '/tools/swipes/lastseen') return t('lastSeenFact')
  if (path !== '/account/access' || !access) return ''
  const count = (devices: { access: boolean }[]) => devices.filter((device) => device.access).length
  const doors = t('doorsCount', { count: count(access.doors) })
  return `${doors}, ${t('machinesCount', { count: count(access.interlocks) })}`
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
          <span className={classes.fact}>{data ? t('onSiteCount', { count: data.count }) : ''}</span>
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
    <UnstyledButton className={classes.tile} data-leave onClick={leave}>
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
