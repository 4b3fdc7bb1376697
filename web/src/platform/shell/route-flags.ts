import type { Feature } from '@spacekeeper/contract/features.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import type { Icon } from '@tabler/icons-react'
import type { TextKey } from '#platform/i18n/i18n.ts'

export type MenuGroup = 'home' | 'membership' | 'tools' | 'admin' | 'end'

/** A hook of the page's domain: a number at its menu entry and what it says; null while there is none. */
export type UseMenuCount = () => { count: number; words: string } | null

/** What a route says of itself; menu, titles, guard and search are read off it and stand nowhere else. */
export type RouteFlags = {
  title?: TextKey
  /** What cards on the home page call this page. */
  name?: string
  /** true: for people who are logged in. false: for those who are not; others go to the dashboard. */
  loggedIn?: boolean
  kiosk?: boolean
  /** At a kiosk it stays on the screen, without a way back and without a clock that leads away. */
  kioskScreen?: boolean
  memberOnly?: boolean
  /** For holders of this permission, or of one of these; `admin` for administrators only. */
  staff?: Permission | readonly Permission[] | 'admin'
  hiddenMenu?: boolean
  /** true goes one step back in history, a path goes there. */
  backButton?: boolean | string
  /** Stands alone on the public frame, without rail and toolbar. */
  bgGradient?: boolean
  /** Hidden while this is off, as the routes are refused that belong to it. */
  feature?: Feature
  /** Administrators open it also while its feature is off, and without an active membership. */
  alwaysForAdmins?: true
  menu?: { group: MenuGroup; icon: Icon; order: number; useCount?: UseMenuCount }
  /** One of the three entries of the bottom bar on phones, in the order of the menu. */
  bottomBar?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteFlags {}
}
