// On its own: swipes, visits and machines in use all name members to each other.
import type { NameChoice } from '@spacekeeper/contract/members/words.ts'
import type { RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type NameFacts, shownName, shownNameOf, staffName, staffNameOf } from '#platform/shown-name.ts'
import { opensMembers, type SwipeViewer } from './rules.ts'

/** The name of a member as one viewer reads it, of a row and within a query. */
export type NameReader = { of: (member: NameFacts) => string; inQuery: (table: string) => RawBuilder<string> }

/** Who can open the page of a member reads the full name with the shown one; everybody else the shown name alone. */
export const nameReader = (viewer: Pick<SwipeViewer, 'permissions'>, byDefault: NameChoice): NameReader => {
  const [name, inQuery] = opensMembers(viewer) ? [staffName, staffNameOf] : [shownName, shownNameOf]
  return { of: (member) => name(member, byDefault), inQuery: (table) => inQuery(table, byDefault) }
}

/** The names that this viewer reads in the lists members see of each other. */
export const namesFor = async (ctx: Ctx, viewer: Pick<SwipeViewer, 'permissions'>): Promise<NameReader> =>
  nameReader(viewer, await ctx.settings.get('SHOWN_NAME'))
