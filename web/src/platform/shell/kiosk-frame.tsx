import { UnstyledButton } from '@mantine/core'
import { IconArrowLeft, IconLogout } from '@tabler/icons-react'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { formatTime } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Brand } from '#platform/ui/brand.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { Arrival } from './arrival.tsx'
import { idleSeconds, LeaveProvider, useLeave, useLogOutOfKiosk } from './kiosk-leave.ts'
import { ScreenKeyboard } from './screen-keyboard.tsx'
import { useIdle } from './use-idle.ts'
import { useFlags } from './use-shell.ts'
import classes from './kiosk-frame.module.css'

/** Typing a password may take a moment longer. */
const visitorIdleSeconds = 60

type Props = { title: string; children: ReactNode }

/** What stands around the pages of a shared screen: no menu, a way back, and the way out that comes by itself. */
export const KioskFrame = (props: Props) => {
  // Dialogs stand beside this frame, and are larger here as well.
  useEffect(() => {
    document.documentElement.dataset['kiosk'] = ''
    void import('#platform/offline/start-worker.ts').then(({ stopWorker }) => stopWorker()).catch(() => null)
    return () => {
      delete document.documentElement.dataset['kiosk']
    }
  }, [])
  return (
    <>
      <Framed {...props} />
      <ScreenKeyboard />
    </>
  )
}

const Framed = ({ title, children }: Props) => {
  const profile = useProfile()
  const { pathname } = useLocation()
  const { kioskScreen: isScreen = false } = useFlags()
  // It ends the session while it is open, and stands as it is before and after.
  if (pathname === '/logout') return children
  if (profile) {
    return (
      <MemberFrame key={profile.id} title={title} isHome={pathname === '/dashboard'}>
        {children}
      </MemberFrame>
    )
  }
  if (pathname === '/kiosk' || isScreen) return children
  return <VisitorFrame key={pathname}>{children}</VisitorFrame>
}

/** Pages without a login, such as the form of it. */
const VisitorFrame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('kiosks')
  const router = useRouter()
  useIdle({
    seconds: visitorIdleSeconds,
    onIdle: () => void router.navigate({ to: '/kiosk', replace: true, ignoreBlocker: true }),
  })
  return (
    <>
      <div className={classes.larger}>{children}</div>
      <nav aria-label={t('back')}>
        <Link to="/kiosk" replace className={classes.away}>
          <IconArrowLeft size={24} stroke={1.7} aria-hidden />
          {t('back')}
        </Link>
      </nav>
    </>
  )
}

const MemberFrame = ({ title, isHome, children }: Props & { isHome: boolean }) => {
  const { t } = useTranslation('kiosks')
  const leave = useLogOutOfKiosk()
  const secondsLeft = useIdle({ seconds: idleSeconds, onIdle: () => leave() })
  return (
    <LeaveProvider value={{ secondsLeft, leave }}>
      <div className={classes.frame}>
        <header className={classes.head} data-sticky={isHome ? undefined : true}>
          {isHome ? (
            <>
              <Brand size={44} />
              <Clock />
            </>
          ) : (
            <>
              <Link to="/dashboard" className={classes.back}>
                <IconArrowLeft size={24} stroke={1.7} aria-hidden />
                {t('back')}
              </Link>
              <h1 className={classes.title} tabIndex={-1}>
                {title}
              </h1>
              <LogOutButton />
            </>
          )}
        </header>
        <main id="main" tabIndex={-1} className={classes.main} data-larger={isHome ? undefined : true}>
          <Arrival>{children}</Arrival>
        </main>
      </div>
    </LeaveProvider>
  )
}

const Clock = () => {
  const now = useNow(5000)
  return <span className={classes.clock}>{formatTime(new Date(now))}</span>
}

const LogOutButton = () => {
  const { t } = useTranslation('kiosks')
  const { secondsLeft, leave } = useLeave()
  return (
    <UnstyledButton className={classes.back} onClick={() => leave('loggedOut')}>
      <IconLogout size={24} stroke={1.7} aria-hidden />
      {t('logOutIn', { count: secondsLeft })}
    </UnstyledButton>
  )
}
