import { UnstyledButton } from '@mantine/core'
import type { OwnKiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import { IconCircleCheck, IconLogin2, IconPlugConnectedX, IconUserPlus, IconWalk } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useDelay } from '#platform/form/use-once.ts'
import { formatWholeDay, timeParts } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { Brand } from '#platform/ui/brand.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { sayNext } from '../openings/times.ts'
import { sayOnSite } from '../visits/head-count.ts'
import { CardLoginDialog } from './card-login-dialog.tsx'
import { useCardLogin } from './card-login.ts'
import { readKeptReader } from './reader/kept-reader.ts'
import { useReader } from './reader/reader.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import classes from './waiting-sheet.module.css'

const refusalMs = 8000
const goodbyeMs = 4000
const lookAgainMs = 5000
const goodbyes = { signedOut: 'goodbyeSignedOut', loggedOut: 'goodbyeLoggedOut' } as const // keys of words
const readerWords = { ready: 'readerReady', gone: 'readerGone', elsewhere: 'readerElsewhere' } as const // keys of words
const titles = { ready: 'holdCard', gone: 'noReader', elsewhere: 'noReaderHere' } as const // keys of words
const hints = { ready: 'holdCardHint', gone: 'noReaderHint', elsewhere: 'noReaderHereHint' } as const // keys of words

/** What everyone in the room sees: the gesture, the time, and how many are here. No names. */
export const WaitingSheet = ({ kiosk }: { kiosk: OwnKiosk }) => {
  const { t } = useTranslation('kiosks')
  const [reader, setReader] = useState(readKeptReader)
  const [isOpen, setOpen] = useState(false)
  const login = useCardLogin(kiosk.kioskId)
  const { enableSiteSignIn, enableVisitors } = useSite().features
  const readerState = useReader(reader, (cardId) => {
    if (!isOpen) login.attempt({ cardId, isTyped: false })
  })
  useDelay(login.refusal !== null && login.asking === null, { ms: refusalMs, run: login.forgive })
  const [goodbye, endGoodbye] = useGoodbye()
  useDelay(goodbye !== undefined, { ms: goodbyeMs, run: endGoodbye })
  const hasReader = readerState === 'ready'
  const hint = hasReader && !enableSiteSignIn ? 'holdCardHintNoSignIn' : hints[readerState]
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <Brand size={44} />
        <span className={classes.reader} role="status" data-gone={hasReader ? undefined : true}>
          <span className={classes.dot} aria-hidden />
          {t(readerWords[readerState])}
        </span>
      </header>
      <main id="main" className={classes.main} tabIndex={-1}>
        {goodbye ? (
          <IconCircleCheck size={96} stroke={1.2} className={classes.gone} aria-hidden />
        ) : hasReader ? (
          <Gesture />
        ) : (
          <IconPlugConnectedX size={96} stroke={1.2} className={classes.gone} aria-hidden />
        )}
        <h1 className={classes.title} tabIndex={-1}>
          {t(goodbye ? goodbyes[goodbye] : titles[readerState])}
        </h1>
        {login.refusal && !login.asking ? (
          <p className={classes.refusal} role="alert">
            {login.refusal}
          </p>
        ) : (
          <p className={classes.hint} role="status">
            {goodbye ? null : t(login.isBusy ? 'loggingIn' : hint)}
          </p>
        )}
      </main>
      <footer className={classes.foot}>
        <div>
          <Clock members={kiosk.onSite ?? 0} guests={kiosk.guestsOnSite ?? 0} visitors={kiosk.visitorsOnSite ?? 0} />
          {kiosk.nextOpening ? <NextOpening next={kiosk.nextOpening} /> : null}
        </div>
        <div className={classes.ways}>
          {enableVisitors ? (
            <Link to="/visitors/new" className={classes.way}>
              <IconWalk size={32} stroke={1.7} aria-hidden />
              {t('visitor')}
            </Link>
          ) : null}
          <Link to="/register" className={classes.way}>
            <IconUserPlus size={32} stroke={1.7} aria-hidden />
            {t('newHere')}
          </Link>
          <UnstyledButton className={classes.first} onClick={() => login.ask({ what: 'email' })}>
            <IconLogin2 size={32} stroke={1.7} aria-hidden />
            {t('withoutCard')}
          </UnstyledButton>
        </div>
      </footer>
      {login.asking ? <CardLoginDialog asking={login.asking} login={login} /> : null}
      <SettingsDialog isOpen={isOpen} isConnected={hasReader} reader={reader} onReader={setReader} onToggle={setOpen} />
    </div>
  )
}

/** What the member did who has just left, until it was read. */
const useGoodbye = () => {
  const { goodbye } = useLocation().state
  const [isOver, setOver] = useState(false)
  return [isOver ? undefined : goodbye, () => setOver(true)] as const
}

/** So that a member in front of a closed door knows when to come back. */
const NextOpening = ({ next }: { next: NonNullable<OwnKiosk['nextOpening']> }) => {
  const { t } = useTranslation('openings')
  const { words } = sayNext(t, next, { timeZone: next.timeZone, now: useNow(lookAgainMs) })
  return <div className={classes.together}>{words}</div>
}

const Clock = (onSite: { members: number; guests: number; visitors: number }) => {
  const { t } = useTranslation('kiosks')
  const { t: tVisits } = useTranslation('visits')
  const now = useNow(1000)
  return (
    <div>
      <div className={classes.clock}>
        {timeParts(now).map(({ type, value }) =>
          type === 'dayPeriod' || value.trim() === '' ? <small key={type}>{value}</small> : value,
        )}
      </div>
      <div className={classes.facts}>
        <span>{formatWholeDay(now)}</span>
        <span>{t('onSiteCount', { who: sayOnSite(tVisits, onSite) })}</span>
      </div>
    </div>
  )
}

/** A card, and the waves of a reader. */
const Gesture = () => (
  <svg viewBox="0 0 260 140" className={classes.gesture} aria-hidden>
    <rect
      x="4"
      y="18"
      width="156"
      height="104"
      rx="16"
      fill="currentColor"
      fillOpacity=".14"
      stroke="currentColor"
      strokeWidth="5"
    />
    <rect x="32" y="40" width="26" height="20" rx="5" fill="currentColor" />
    <path d="M34 80h42M34 100h58" stroke="currentColor" strokeWidth="5" strokeLinecap="round" />
    <g fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round">
      <path d="M184 44a44 44 0 0 1 0 52" />
      <path d="M208 28a70 70 0 0 1 0 84" strokeOpacity=".75" />
      <path d="M232 12a96 96 0 0 1 0 116" strokeOpacity=".5" />
    </g>
  </svg>
)
