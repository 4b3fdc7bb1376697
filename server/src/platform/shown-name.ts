import { nameChoices, type NameChoice } from '@spacekeeper/contract/members/words.ts'
import { sql, type RawBuilder } from 'kysely'

/** What the names of a member are made of, as it is stored. */
export type NameFacts = { first_name: string; last_name: string; screen_name: string; name_choice: string | null }

/** What a query selects of the members it calls `m`, for the rules below. */
export const nameColumns = ['m.first_name', 'm.last_name', 'm.screen_name', 'm.name_choice'] as const

const names: Record<NameChoice, (member: NameFacts) => string> = {
  screenName: ({ screen_name }) => screen_name,
  firstName: ({ first_name }) => first_name,
  fullName: ({ first_name, last_name }) => `${first_name} ${last_name}`,
}

const isNameChoice = (value: string | null): value is NameChoice => nameChoices.some((choice) => choice === value)

/** What other members read for a member: the name they chose, or else the one the space shows. */
export const shownName = (member: NameFacts, byDefault: NameChoice): string =>
  names[isNameChoice(member.name_choice) ? member.name_choice : byDefault](member)

/** What staff read: the same name as everybody, and who it is. */
export const staffName = (member: NameFacts, byDefault: NameChoice): string => {
  const [shown, full] = [shownName(member, byDefault), names.fullName(member)]
  return shown === full ? full : `${shown} (${full})`
}

const fullNameOf = (table: string) =>
  sql<string>`(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`

/** The same as `shownName`, for searching and sorting. */
export const shownNameOf = (table: string, byDefault: NameChoice): RawBuilder<string> =>
  sql<string>`(case coalesce(${sql.ref(`${table}.name_choice`)}, ${byDefault}::text)
    when 'firstName' then ${sql.ref(`${table}.first_name`)}
    when 'fullName' then ${fullNameOf(table)}
    else ${sql.ref(`${table}.screen_name`)} end)`

/** The same as `staffName`, for searching and sorting. */
export const staffNameOf = (table: string, byDefault: NameChoice): RawBuilder<string> => {
  const [shown, full] = [shownNameOf(table, byDefault), fullNameOf(table)]
  return sql<string>`(case when ${shown} = ${full} then ${full} else ${shown} || ' (' || ${full} || ')' end)`
}

/**
 * The name of a member in a chat. Non-members may read there, so it never is the full name, and members hidden from the
 * lists have none.
 */
export const chatNameOf = (member: NameFacts & { is_hidden_from_members: boolean }, byDefault: NameChoice): string => {
  if (member.is_hidden_from_members) return 'A member'
  const name = shownName(member, byDefault)
  return name === names.fullName(member) ? names.screenName(member) : name
}
