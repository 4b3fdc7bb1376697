import { hasWordStarts } from '@spacekeeper/contract/fold-text.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import type { Icon } from '@tabler/icons-react'
import type { TextKey } from '#platform/i18n/i18n.ts'
import { decide, isStaffFor, type Visitor } from './guard.ts'
import type { RouteLike } from './menu.ts'

export const searchGroups = ['recent', 'pages', 'actions', 'members', 'devices', 'settings'] as const

export type SearchGroup = (typeof searchGroups)[number]

/** One thing that can be found, and where it leads. */
export type SearchEntry = {
  id: string
  group: SearchGroup
  label: string
  /** What tells it from others of the same name. */
  detail?: string
  href: string
  icon?: Icon
}

/** An entry that is known without asking the server, and what else people call it. */
export type KnownEntry = SearchEntry & { words: string }

type Sources = { routes: readonly RouteLike[]; visitor: Visitor; t: (key: TextKey) => string }

const pageWords: Readonly<Record<string, TextKey>> = {
  '/account/profile': 'search:pageProfile',
  '/account/access': 'search:pageAccess',
  '/account/digital-id': 'search:wordsId',
  '/account/memberbucks': 'search:pageBalance',
  '/help': 'search:pageHelp',
  '/manage/memberbucks': 'search:pageBalances',
  '/manage/members': 'search:pageMembers',
  '/manage/devices': 'search:pageDevices',
  '/manage/messages': 'search:pageMessages',
  '/manage/settings': 'search:pageSettings',
  '/manage/audit': 'search:pageAudit',
  '/manage/backups': 'search:pageBackups',
}

/** Every page the visitor may open that needs nothing in its address. */
const listPages = ({ routes, visitor, t }: Sources): KnownEntry[] =>
  routes.flatMap(({ fullPath, options: { staticData: flags } }) => {
    if (!flags?.title || flags.loggedIn !== true || fullPath.includes('$')) return []
    if (decide(flags, visitor) !== 'allow') return []
    const words = pageWords[fullPath]
    return [
      {
        id: fullPath,
        group: 'pages',
        label: t(flags.title),
        href: fullPath,
        words: words ? t(words) : '',
        ...(flags.menu && { icon: flags.menu.icon }),
      },
    ]
  })

type Action = { label: TextKey; words: TextKey; path: string; at?: string; staff?: Permission }

/** What people want to do, and the page and part of it where they do it. Who may open the page is told it. */
const actions: readonly Action[] = [
  { label: 'search:changePassword', words: 'search:wordsPassword', path: '/account/profile', at: '#password' },
  { label: 'search:changeEmail', words: 'search:wordsEmail', path: '/account/profile', at: '#email' },
  { label: 'search:changeDetails', words: 'search:wordsDetails', path: '/account/profile', at: '#details' },
  { label: 'search:showId', words: 'search:wordsId', path: '/account/digital-id' },
  { label: 'search:seeSessions', words: 'search:wordsSessions', path: '/account/profile', at: '#sessions' },
  { label: 'search:takeData', words: 'search:wordsData', path: '/account/profile', at: '#data' },
  { label: 'search:closeAccount', words: 'search:wordsClose', path: '/account/profile', at: '#close' },
  { label: 'search:logOut', words: 'search:wordsLogOut', path: '/logout' },
  { label: 'search:addMember', words: 'search:wordsMember', path: '/manage/members', staff: 'members' },
  { label: 'search:giveAccess', words: 'search:wordsAccess', path: '/manage/members', staff: 'access' },
  { label: 'search:writeMembers', words: 'search:wordsWrite', path: '/manage/members', staff: 'members' },
  { label: 'search:addDevice', words: 'search:wordsDevice', path: '/manage/devices', staff: 'devices' },
  { label: 'search:addProduct', words: 'search:wordsProduct', path: '/manage/devices/products' },
  { label: 'search:addKiosk', words: 'search:wordsKiosk', path: '/manage/kiosks' },
  { label: 'search:addKey', words: 'search:wordsKey', path: '/manage/devices/keys' },
]

const listActions = ({ routes, visitor, t }: Sources): KnownEntry[] => {
  const byPath = new Map(routes.map(({ fullPath, options }) => [fullPath, options.staticData]))
  return actions.flatMap(({ label, words, path, at = '', staff }) => {
    const flags = byPath.get(path)
    const isAllowed = flags && decide(flags, visitor) === 'allow' && (!staff || isStaffFor(visitor.profile, staff))
    if (!isAllowed) return []
    return [{ id: label, group: 'actions', label: t(label), href: `${path}${at}`, words: t(words) }]
  })
}

/** Pages and actions, read off the site map: nothing of them is asked of the server. */
export const listKnownEntries = (sources: Sources): KnownEntry[] => [...listPages(sources), ...listActions(sources)]

/** So many of one group are shown. */
const mostOfGroup = 6

const isNamed = (entry: SearchEntry, typed: string) => hasWordStarts(entry.label, typed)

/** The entries that have every typed word in their name or among their words; names come first. */
export const filterEntries = (entries: readonly KnownEntry[], typed: string): SearchEntry[] =>
  entries
    .filter((entry) => hasWordStarts(`${entry.label} ${entry.words}`, typed))
    .toSorted((a, b) => Number(isNamed(b, typed)) - Number(isNamed(a, typed)))
    .slice(0, mostOfGroup)

/** All entries in one list, group by group: groups where a name says what was typed come before those around it. */
export const sortGroups = (groups: readonly (readonly SearchEntry[])[], typed: string): SearchEntry[] => {
  const hasName = (entries: readonly SearchEntry[]) => entries.some((entry) => isNamed(entry, typed))
  return groups.toSorted((a, b) => Number(hasName(b)) - Number(hasName(a))).flat()
}
