import type { ReadonlyKysely } from 'kysely/readonly'
import type { WorkCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { type NameFacts, fullName, shownName } from '#platform/shown-name.ts'

export type PartyRow = NameFacts & {
  id: number
  email: string
  is_hidden_from_members: boolean
  closed_at: Date | null
}

/** The two members of a proxy, as far as they are there. */
export type Parties = { principal: PartyRow | undefined; holder: PartyRow | undefined }

export const readParties = async (
  db: ReadonlyKysely<Database>,
  { principalId, holderId }: { principalId: number; holderId: number },
): Promise<Parties> => {
  const rows = await db
    .selectFrom('members as m')
    .select(['m.id', 'm.email', 'm.first_name', 'm.last_name', 'm.screen_name', 'm.name_choice'])
    .select(['m.is_hidden_from_members', 'm.closed_at'])
    .where('m.id', 'in', [principalId, holderId])
    .execute()
  return { principal: rows.find(({ id }) => id === principalId), holder: rows.find(({ id }) => id === holderId) }
}

const unknownMember = 'This member'

/** The name that stands in a letter and in a list of staff. */
export const letterName = (row: Pick<NameFacts, 'first_name' | 'last_name'> | undefined): string =>
  row === undefined ? unknownMember : fullName(row)

/**
 * The holder as the principal reads them: until they have agreed to stand in the letter, by the name they show to
 * members. A principal writes their own name into it, so the holder always reads that.
 */
export const holderNameFor = async (
  ctx: WorkCtx,
  { holder, isAccepted }: { holder: NameFacts | undefined; isAccepted: boolean },
): Promise<string> => {
  if (holder === undefined || isAccepted) return letterName(holder)
  return shownName(holder, await ctx.settings.get('SHOWN_NAME'))
}
