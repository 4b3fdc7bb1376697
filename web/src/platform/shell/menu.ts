import type { TextKey } from '#platform/i18n/i18n.ts'
import { decide } from './guard.ts'
import type { Visitor } from './guard.ts'
import type { MenuGroup, RouteFlags } from './route-flags.ts'

type Entry = NonNullable<RouteFlags['menu']> & { path: string; title: TextKey; isInBottomBar: boolean }
export type MenuEntry = Entry
export type RouteLike = { fullPath: string; options: { staticData?: RouteFlags } }

export const groupOrder = ['home', 'membership', 'tools', 'admin', 'end'] as const satisfies readonly MenuGroup[]

const asEntry = ({ fullPath, options }: RouteLike, visitor: Visitor): Entry[] => {
  const flags = options.staticData
  if (!flags?.menu || !flags.title || flags.hiddenMenu) return []
  if (flags.loggedIn === false || decide(flags, visitor) !== 'allow') return []
  return [{ ...flags.menu, path: fullPath, title: flags.title, isInBottomBar: flags.bottomBar === true }]
}

/** The menu this visitor sees, read off the routes: group by group, each in its order. */
export const menuFor = (routes: readonly RouteLike[], visitor: Visitor): MenuEntry[] =>
  routes
    .flatMap((route) => asEntry(route, visitor))
    .toSorted((a, b) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group) || a.order - b.order)

/** Whether an entry stands for the open page, or for one below it. */
export const isCurrent = (entry: Pick<MenuEntry, 'path'>, pathname: string) =>
  pathname === entry.path || pathname.startsWith(`${entry.path}/`)
