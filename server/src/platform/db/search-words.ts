import { wordForms, wordsOf } from '@spacekeeper/contract/fold-text.ts'
import { sql, type RawBuilder } from 'kysely'
import { likePattern } from './like-pattern.ts'

/** What a text is found by, without case and accents. Members keep theirs as `search_words` (migration 0049). */
export const searchText = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`search_text(${text})`

const contains = (searched: RawBuilder<unknown>, word: string) =>
  sql`(${sql.join(
    wordForms(word).map((form) => sql`${searched} like ${likePattern(form)}`),
    sql` or `,
  )})`

/** Whether a searched text has every typed word in it, whatever their order, case and accents. */
export const matchWords = (searched: RawBuilder<unknown>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    wordsOf(typed).map((word) => contains(searched, word)),
    sql` and `,
  )})`

/** Whether a searched text begins with what was typed: such rows come first. */
export const startsWith = (searched: RawBuilder<unknown>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`starts_with(${searched}, fold_text(${typed.trim()}))`
