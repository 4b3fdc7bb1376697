import { joinNames, noLastName } from '@spacekeeper/contract/full-name.ts'
import { nameChoices, type NameChoice } from '@spacekeeper/contract/members/words.ts'
import { sql, type RawBuilder } from 'kysely'

// The names of a member, each for other readers. The functions ending in `Of` write the same name within a query.
// - full name: staff, letters, mails and the member read it
// - shown name: other members read it
// - staff name: staff read it where others read the shown name
// - chat name: chats and screens that non-members may read show it

/** The names of a member as they are stored. */
export type NameFacts = { first_name: string; last_name: string; screen_name: string; name_choice: string | null }

/** What a query selects of the members it calls `m`, for the rules below. */
export const nameColumns = ['m.first_name', 'm.last_name', 'm.screen_name', 'm.name_choice'] as const

/** A left join lets them be null. */
type StoredName = { first_name: string | null; last_name: string | null }
type PersonName = { firstName: string; lastName: string }

/** Returns the first and the last name of a row, or of a person that was read from one. */
export const fullName = (member: StoredName | PersonName): string =>
  'first_name' in member
    ? joinNames(member.first_name ?? '', member.last_name ?? '')
    : joinNames(member.firstName, member.lastName)

/** The same as `fullName`, of the members that a query calls by this name; null where a left join has no member. */
export const fullNameOf = <Name extends string | null = string>(table: string): RawBuilder<Name> =>
  sql<Name>`(${sql.ref(`${table}.first_name`)} || case ${sql.ref(`${table}.last_name`)} when ${sql.lit(noLastName)} then ''
    else ' ' || ${sql.ref(`${table}.last_name`)} end)`

const names: Record<NameChoice, (member: NameFacts) => string> = {
  screenName: ({ screen_name }) => screen_name,
  firstName: ({ first_name }) => first_name,
  fullName,
}

const isNameChoice = (value: string | null): value is NameChoice => nameChoices.some((choice) => choice === value)

/** Returns the name the member chose, or else the one the space shows. */
export const shownName = (member: NameFacts, byDefault: NameChoice): string =>
  names[isNameChoice(member.name_choice) ? member.name_choice : byDefault](member)

/** Returns the shown name, with the full name where it is another. */
export const staffName = (member: NameFacts, byDefault: NameChoice): string => {
  const [shown, full] = [shownName(member, byDefault), fullName(member)]
  return shown === full ? full : `${shown} (${full})`
}

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

/** Returns the shown name, but never the full name; members hidden from the lists have no name in chats. */
export const chatName = (member: NameFacts & { is_hidden_from_members: boolean }, byDefault: NameChoice): string => {
  if (member.is_hidden_from_members) return 'A member'
  const name = shownName(member, byDefault)
  return name === fullName(member) ? member.screen_name : name
}
