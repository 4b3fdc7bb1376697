import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconLogin2, IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OwnKiosk } from '@spacekeeper/contract/kiosks.ts'
import { Brand } from '#platform/ui/brand.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { useDelay } from '#platform/form/use-once.ts'
import { CardLoginDialog } from './card-login-dialog.tsx'
import { readKeptReader } from './keep-reader.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { useCardLogin } from './use-card-login.ts'
import { useReader } from './use-reader.ts'
import classes from './waiting-sheet.module.css'

const refusalMs = 8000
const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })

/** What everybody in the room sees: the gesture, the time, and how many are here. Nobody's name. */
export const WaitingSheet = ({ kiosk }: { kiosk: OwnKiosk }) => {
  const { t } = useTranslation('kiosks')
  const [reader, setReader] = useState(readKeptReader)
  const [isOpen, setOpen] = useState(false)
  const login = useCardLogin(kiosk.kioskId)
  const hasReader = useReader(reader, (cardId) => {
    if (!isOpen) login.attempt({ cardId, isTyped: false })
  })
  useDelay(login.refusal !== null && login.asking === null, { ms: refusalMs, run: login.forgive })
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <Brand size={44} />
        <span className={classes.reader} role="status" data-gone={hasReader ? undefined : true}>
          <span className={classes.dot} aria-hidden />
          {t(hasReader ? 'readerReady' : 'readerGone')}
        </span>
      </header>
      <main id="main" className={classes.main} tabIndex={-1}>
        <Gesture />
        <h1 className={classes.title} tabIndex={-1}>
          {t(hasReader ? 'holdCard' : 'noReader')}
        </h1>
        {login.refusal && !login.asking ? (
          <p className={classes.refusal} role="alert">
            {login.refusal}
          </p>
        ) : (
          <p className={classes.hint} role="status">
            {t(login.isBusy ? 'loggingIn' : hasReader ? 'holdCardHint' : 'noReaderHint')}
          </p>
        )}
      </main>
      <footer className={classes.foot}>
        <Clock onSite={kiosk.onSite ?? 0} />
        <div className={classes.ways}>
          <Link to="/register" className={classes.way}>
            <IconUserPlus size={32} stroke={1.7} aria-hidden />
            {t('newHere')}
          </Link>
          <UnstyledButton className={classes.first} onClick={() => login.ask({ what: 'card' })}>
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

const Clock = ({ onSite }: { onSite: number }) => {
  const { t } = useTranslation('kiosks')
  const now = new Date(useNow(1000))
  return (
    <div>
      <div className={classes.clock}>
        {timeFormat
          .formatToParts(now)
          .map(({ type, value }) => (type === 'dayPeriod' ? <small key={type}>{value}</small> : value))}
      </div>
      <div>{t('dayAndOnSite', { day: dayFormat.format(now), count: onSite })}</div>
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
