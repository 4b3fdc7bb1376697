import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { NotFoundCard } from './home/refusal-card.tsx'
import { UnsavedDialog } from './platform/form/unsaved-dialog.tsx'
import { addTexts } from './platform/i18n/i18n.ts'
import { needPageWords } from './platform/i18n/page-words.ts'
import { useText } from './platform/i18n/use-text.ts'
import { useLive } from './platform/live/live.ts'
import { isKioskOf } from './platform/session/kiosk.ts'
import { closeLoginDialog, useLoginCause } from './platform/session/login-dialog-state.ts'
import { useProofRequest } from './platform/session/proof-request.ts'
import { forumPath, loginSearchFor, readLoginSearch } from './platform/session/safe-redirect.ts'
import { loadSession, startSession, useProfile } from './platform/session/session.ts'
import { SiteProvider } from './platform/session/site-query.tsx'
import { useSite } from './platform/session/site.ts'
import { useAnalytics } from './platform/shell/analytics.ts'
import { useFavicon, useSplash, useTitle } from './platform/shell/document.ts'
import { FailedScreen } from './platform/shell/failed-screen.tsx'
import { decide } from './platform/shell/guard.ts'
import { useHeadingFocus } from './platform/shell/heading-focus.ts'
import { SessionWatch } from './platform/shell/session-watch.tsx'
import { useFlags } from './platform/shell/use-shell.ts'
import { Announcements } from './platform/ui/announcements.tsx'
import { AuthFrame } from './platform/ui/auth-frame.tsx'
import { useFocusKeeper } from './platform/ui/focus-keeper.ts'
import { late } from './platform/ui/late.tsx'
import { OpenPage } from './platform/ui/page-link.tsx'
import { useInTurn } from './platform/ui/use-in-turn.ts'
import { usePushOpened, usePushRenewal } from './push/renewal.ts'

// A page without a login needs neither menus nor the words of the screens behind them.
const Frame = late(
  async () => {
    const [{ Frame: inside }, { memberTexts }] = await Promise.all([
      import('./platform/shell/frame.tsx'),
      import('./member-texts.ts'),
    ])
    addTexts(memberTexts)
    return inside
  },
  { isFrame: true },
)
// A shared screen has a frame of its own.
const KioskFrame = late(
  async () => {
    const [{ KioskFrame: shared }, { memberTexts }] = await Promise.all([
      import('./platform/shell/kiosk-frame.tsx'),
      import('./member-texts.ts'),
      needPageWords(true),
    ])
    addTexts(memberTexts)
    return shared
  },
  { isFrame: true },
)
// The explanation of a refused card is not needed to draw a page; without its file the page stays.
const RefusalSheet = late(
  async () => {
    const [{ RefusalSheet: sheet }] = await Promise.all([import('./access/refusal-sheet.tsx'), Frame.load()])
    return sheet
  },
  { isQuiet: true },
)
const LoginForm = late(() => import('./auth/login-form.tsx').then((file) => file.LoginForm))

/** The form of the dialog that opens over a page; afterwards the page is fresh and stays where it is. */
const LoginOver = () => {
  const client = useQueryClient()
  const email = useProfile()?.email
  const goOn = () => void startSession(client).then(closeLoginDialog)
  return <LoginForm onSuccess={goOn} email={email} />
}

const ProofDialog = late(
  async () => {
    const [{ ProofDialog: dialog }, { securityText }] = await Promise.all([
      import('./auth/security/proof-dialog.tsx'),
      import('./auth/security/text.ts'),
    ])
    addTexts({ auth: securityText })
    return dialog
  },
  {
    over:
      ({ onAnswer }) =>
      () =>
        onAnswer(false),
  },
)
const StrongLoginRow = late(() => import('./auth/security/strong-login-row.tsx').then((file) => file.StrongLoginRow))

/** Asks who the member is before something dangerous is done. */
const ProofOver = () => {
  const request = useProofRequest()
  return request ? <ProofDialog wanted={request.wanted} onAnswer={request.answer} /> : null
}

/** By itself: it is asked at every step of the way to a page, on which the screen needs not be drawn anew. */
const HeadingFocus = () => {
  useHeadingFocus()
  return null
}

/** Changes when another member is here than before, so that nothing drawn for one of them stays for the other. */
const useMemberKey = (profile: Profile | null): number => {
  const [latest, setLatest] = useState({ id: profile?.id, key: 0 })
  if (profile && profile.id !== latest.id)
    setLatest({ id: profile.id, key: latest.key + Number(latest.id !== undefined) })
  return latest.key
}

const RootScreen = () => {
  const t = useText()
  const { history } = useRouter()
  const openPage = useCallback((path: string) => history.push(path), [history])
  const { title: key } = useFlags()
  const profile = useProfile()
  const memberKey = useMemberKey(profile)
  const site = useSite()
  const title = t(key ?? 'platform:pageNotFound')
  useTitle(key === undefined ? title : `${title} – ${site.general.siteName}`)
  useFavicon(site.images.siteFavicon)
  useAnalytics(site.analyticsId)
  // What the portal opens with is drawn in pieces; until then stands what stood there before.
  const isDrawn = useInTurn(true) === true
  useSplash(isDrawn)
  useFocusKeeper()
  const isKiosk = isKioskOf(site)
  // An open stream would keep the session of a member who has left.
  // While the login is asked for there is no session to listen with.
  const isLoginAsked = useLoginCause() !== null
  useLive(profile && !isKiosk && !isLoginAsked ? profile.id : null)
  usePushRenewal(isKiosk ? null : (profile?.id ?? null))
  usePushOpened(openPage)
  return (
    <OpenPage value={openPage}>
      {isDrawn ? <FramedPage key={memberKey} title={title} /> : null}
      {profile && !isKiosk ? <RefusalSheet key={profile.id} profile={profile} /> : null}
      <HeadingFocus />
      <UnsavedDialog />
      <SessionWatch form={<LoginOver />} />
      <ProofOver />
      <Announcements />
    </OpenPage>
  )
}

/** Here, and not around the router: what is drawn first knows the site already. */
const Root = () => (
  <SiteProvider>
    <RootScreen />
  </SiteProvider>
)

/** The page that is open, in the frame of who is here; pages that need no login as a visitor sees them. */
const FramedPage = ({ title }: { title: string }) => {
  const profile = useProfile()
  const isKiosk = isKioskOf(useSite())
  const { bgGradient } = useFlags()
  if (isKiosk)
    return (
      <KioskFrame title={title}>
        <Outlet />
      </KioskFrame>
    )
  if (bgGradient) return <Outlet />
  if (!profile)
    return (
      <AuthFrame title={title}>
        <Outlet />
      </AuthFrame>
    )
  return (
    <Frame title={title}>
      {profile.needsStrongLogin ? <StrongLoginRow /> : null}
      <Outlet />
    </Frame>
  )
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context, matches, location }) => {
    // A guess that costs nothing when it is wrong: the files are on their way while the session is asked for.
    const isInside = !(matches.at(-1)?.staticData.bgGradient ?? false)
    const isDashboard = location.pathname === '/dashboard'
    if (isInside) Frame.load().catch(() => null)
    if (!isDashboard) needPageWords(isInside).catch(() => null)
    const { site, profile } = await loadSession(context.queryClient)
    const isKiosk = isKioskOf(site)
    if (isKiosk) await KioskFrame.load()
    else if (profile) await Frame.load()
    if (!isDashboard) await needPageWords(profile !== null)
    const visitor = { profile, features: site?.features ?? null, isKiosk }
    const verdict = decide(matches.at(-1)?.staticData ?? {}, visitor)
    if (
      isKiosk &&
      (profile === null ? location.pathname === '/' || verdict === 'login' : location.pathname === '/kiosk')
    )
      throw redirect({ to: profile === null ? '/kiosk' : '/dashboard', replace: true })
    if (verdict === 'login') throw redirect({ to: '/login', search: loginSearchFor(location.href) })
    if (verdict === 'dashboard') {
      const forum = forumPath(readLoginSearch(location.search))
      if (forum !== null) throw redirect({ href: forum, replace: true })
      throw redirect({ to: '/dashboard', replace: true })
    }
    if (verdict === 'forbidden' && profile?.needsStrongLogin) throw redirect({ to: '/account/security', replace: true })
    if (verdict === 'forbidden') throw redirect({ to: '/error/403', replace: true })
    if (verdict === 'memberOnly') throw redirect({ to: '/error/403MemberOnly', replace: true })
    if (verdict === 'notFound') throw redirect({ to: '/error/404', replace: true })
  },
  component: Root,
  notFoundComponent: NotFoundCard,
  errorComponent: FailedScreen,
})
