import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import { plainScreenName } from '@spacekeeper/contract/full-name.ts'
import unhomoglyph from 'unhomoglyph'
import type { Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'

/** By Unicode's table of characters that look alike, without what has no width. */
const skeletonOf = (name: string) =>
  unhomoglyph(name.normalize('NFKD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')).toLowerCase()

/** How a name looks, as it is and in small letters: a capital I is like an l, and a small one is not. */
const looksOf = (name: string) => [skeletonOf(name), skeletonOf(name.toLowerCase())]

/** Whether other names, which are not the same, can be taken for this one. */
export const looksLike = (name: string): ((other: string) => boolean) => {
  const looks = looksOf(name)
  return (other) =>
    plainScreenName(other) !== plainScreenName(name) && looksOf(other).some((look) => looks.includes(look))
}

/**
 * Refuses a screen name that can be taken for that of another member, such as one with a Cyrillic letter in it. The same
 * name in any letter case is refused by the index `members_screen_name`. Names from before this rule stay as they are.
 */
export const refuseLookalike = async (
  { tx }: Work,
  input: { screenName: string; memberId: number | null },
): Promise<void> => {
  const { screenName, memberId } = input
  const others = await tx
    .selectFrom('members')
    .select('screen_name')
    .where('closed_at', 'is', null)
    .$if(memberId !== null, (query) => query.where('id', '!=', memberId))
    .execute()
  const isTaken = looksLike(screenName)
  if (others.some(({ screen_name: other }) => isTaken(other)))
    throw new AppError('screenNameTaken', { fields: [{ field: 'screenName', message: fieldMessages.takenLook }] })
}
