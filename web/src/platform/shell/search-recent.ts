import { z } from 'zod'
import { keep, readKept } from '#platform/session/kept.ts'
import { type SearchEntry, searchGroups } from './search-entries.ts'

const name = 'recent-searches'

const mostRecent = 6

const Recent = z.array(
  z.object({
    id: z.string(),
    group: z.enum(searchGroups),
    label: z.string(),
    detail: z.string().exactOptional(),
    href: z.string().regex(/^\/(?!\/)/),
  }),
)

/** What the member opened last from the search, newest first; it is forgotten when they log out. */
export const readRecent = (): SearchEntry[] => Recent.safeParse(readKept(name)).data ?? []

/** Logging out is no place to come back to. */
export const keepRecent = ({ icon: _icon, ...entry }: SearchEntry) => {
  if (entry.href === '/logout') return
  const others = readRecent().filter(({ href }) => href !== entry.href)
  keep(name, [{ ...entry, group: 'recent' }, ...others].slice(0, mostRecent))
}
