import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconLayoutSidebar, IconQrcode } from '@tabler/icons-react'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { memo, useCallback, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { Brand } from '#platform/ui/brand.tsx'
import { LateTooltip } from '#platform/ui/late-tooltip.tsx'
import { useInTurn } from '#platform/ui/use-in-turn.ts'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { AccountMenu } from './account-menu.tsx'
import { asTo } from './app-link.ts'
import { Arrival } from './arrival.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ColourSchemeButton } from './colour-scheme.tsx'
import { LateMenuDrawer } from './late-parts.ts'
import { LineBanner } from './line-banner.tsx'
import { useLoadAhead } from './load-ahead.ts'
import { keepRail, readRail } from './rail-memory.ts'
import { MenuList } from './rail.tsx'
import { Search } from './search.tsx'
import { SiteBanner } from './site-banner.tsx'
import { useFlags } from './use-shell.ts'
import classes from './frame.module.css'

/** Another page leaves it as it is, but for the row of that page. */
const Rail = memo(() => {
  const { t } = useTranslation('platform')
  const { images } = useSite()
  return (
    <MenuList
      label={t('mainMenu')}
      head={
        <>
          {images.menuBackground ? <img src={images.menuBackground} alt="" className={classes.menuPicture} /> : null}
          <Link to="/dashboard" className={classes.home}>
            <Brand />
          </Link>
        </>
      }
    />
  )
})
Rail.displayName = 'Rail'

/** Rail and toolbar on wide screens, header and bottom bar on phones, around the page. */
export const Frame = ({ title, children }: { title: string; children: ReactNode }) => {
  const { t } = useTranslation('platform')
  const { theme } = useSite()
  useLoadAhead()
  const isPhone = useIsPhone()
  // What stands around the page is on the screen before the page itself is drawn.
  const isTurn = useInTurn(true)
  const [hasRail, setHasRail] = useState(readRail)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const [wasDrawerOpen, setWasDrawerOpen] = useState(false)
  const openDrawer = useCallback(() => {
    setWasDrawerOpen(true)
    setIsDrawerOpen(true)
  }, [])
  const toggleRail = () => {
    keepRail(!hasRail)
    setHasRail(!hasRail)
  }
  return (
    <div className={classes.frame} data-rail={hasRail || undefined} data-filled={theme.fillToolbar || undefined}>
      <a className={classes.skip} href="#main">
        {t('skipToContent')}
      </a>
      <SiteBanner />
      <div className={classes.columns}>
        {isPhone ? null : (
          <aside className={classes.rail} hidden={!hasRail} aria-label={t('menu')}>
            <Rail />
          </aside>
        )}
        <div className={classes.side}>
          <Toolbar title={title} hasRail={hasRail} onToggleRail={toggleRail} />
          <main id="main" tabIndex={-1} className={classes.main}>
            <LineBanner />
            {isTurn ? <Arrival>{children}</Arrival> : null}
          </main>
        </div>
      </div>
      <BottomBar onMore={openDrawer} isMoreOpen={isDrawerOpen} />
      {wasDrawerOpen ? <LateMenuDrawer opened={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} /> : null}
    </div>
  )
}

type ToolbarProps = { title: string; hasRail: boolean; onToggleRail: () => void }

const Toolbar = ({ title, hasRail, onToggleRail }: ToolbarProps) => {
  const { t } = useTranslation('platform')
  const { backButton, menu } = useFlags()
  const isHome = menu?.group === 'home' && menu.order === 0
  const toggle = useRef<HTMLButtonElement>(null)
  const railLabel = t(hasRail ? 'hideMenu' : 'showMenu')
  return (
    <header className={classes.toolbar}>
      <ActionIcon
        ref={toggle}
        className={classes.railToggle}
        aria-label={railLabel}
        aria-expanded={hasRail}
        c="var(--bar-ink)"
        onClick={onToggleRail}
      >
        <IconLayoutSidebar size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      <LateTooltip label={railLabel} target={toggle} />
      {backButton ? <BackButton to={backButton} /> : null}
      <div className={classes.heading}>
        {isHome ? (
          <div className={classes.phoneBrand}>
            <Brand size={32} />
          </div>
        ) : null}
        <h1 tabIndex={-1} className={classes.title} data-home={isHome || undefined}>
          {title}
        </h1>
      </div>
      <div className={classes.tools}>
        <Search />
        <div className={classes.wideOnly}>
          <ColourSchemeButton />
        </div>
        <ActionIcon
          component={Link}
          to="/account/digital-id"
          className={classes.phoneOnly}
          size={44}
          c="var(--bar-ink)"
          aria-label={t('digitalId')}
        >
          <IconQrcode size={22} stroke={1.7} aria-hidden />
        </ActionIcon>
        <AccountMenu />
      </div>
    </header>
  )
}

/** Back to a fixed page, or one step in history; from a bookmark, where there is no step, to the dashboard. */
const BackButton = ({ to }: { to: true | string }) => {
  const { t } = useTranslation('platform')
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const go = () => {
    if (to === true && canGoBack) router.history.back()
    else void router.navigate({ to: asTo(to === true ? '/dashboard' : to) })
  }
  return (
    <ActionIcon aria-label={t('back')} c="var(--bar-ink)" onClick={go}>
      <IconArrowLeft size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
