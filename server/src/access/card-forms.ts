import { plainCard } from '@spacekeeper/contract/card-numbers.ts'
import { type RawBuilder, sql } from 'kysely'

/** Stands between card numbers, which hold no control characters: the table refuses them. */
const separator = '\u001f'

export const joinTags = (tags: readonly string[]): string => tags.join(separator)

export const splitTags = (joined: string): string[] => (joined === '' ? [] : joined.split(separator))

/** A card as a reader wrote it, and the form it is found by. */
export type CardForms = { card: string; plain: string }

/** Adds the plain form of a card, for queries that are compiled once and calculate nothing. */
export const withPlain = <T extends { card: string }>(given: T): T & CardForms => ({
  ...given,
  plain: plainCard(given.card),
})

/** The same for a card that a reader may have read nothing of. */
export const withPlainIfAny = <T extends { card: string | null }>(given: T): T & { plain: string | null } => ({
  ...given,
  plain: given.card === null ? null : plainCard(given.card),
})

/** In a query: a text, or what stands for one. */
type QueryText = string | null | RawBuilder<unknown>

/**
 * The rows of a query's `c` that are this card. Doubles are told apart by how they are written, as they were before
 * numbers had a plain form; another spelling then means neither.
 */
export const isCard = ({ card, plain }: { card: QueryText; plain: QueryText }): RawBuilder<boolean> =>
  sql<boolean>`(c.plain_number = ${plain} and (not c.is_double or c.number = ${card}))`

/** A reader wrote the number of a query's `c` in neither of the ways that are known of it. */
export const isNewSpelling = (card: QueryText): RawBuilder<boolean> =>
  sql<boolean>`(c.number <> ${card} and ${card} <> all(string_to_array(coalesce(c.spellings, ''), ${sql.lit(separator)})))`
