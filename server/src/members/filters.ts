import { plainCard } from '@spacekeeper/contract/card-numbers.ts'
import { writePhone } from '@spacekeeper/contract/fields.ts'
import { foldText } from '@spacekeeper/contract/fold-text.ts'
import { type FilteredField, filteredFields } from '@spacekeeper/contract/members/columns.ts'
import { memberField, memberFields } from '@spacekeeper/contract/members/fields.ts'
import type { Standing, MemberFilter, Selection } from '@spacekeeper/contract/members/shapes.ts'
import { usualSeenDays } from '@spacekeeper/contract/members/words.ts'
import { sql, type RawBuilder } from 'kysely'
import { likePattern } from '#platform/db/like-pattern.ts'
import { matchWords } from '#platform/db/search-words.ts'
import { emailState, role } from './email-state.ts'

/** Columns and expressions of the indexes (migration 0049); `found` is the table in the subquery. */
const words = sql.ref('found.search_words')

const phoneDigits = sql`translate(found.phone, ' +-().', '')`

const fewestDigits = 3

/** So many digits identify a number without its country code. */
const enoughDigits = 6

const fewestPlateSigns = 2

/**
 * The letters and digits of a plate as it is typed; null when the text is no part of one. A plate is compared without what
 * is between them: `B-12` is `b 12`.
 */
export const plateSigns = (text: string): string | null => {
  const signs = foldText(text).replaceAll(/[\s.·-]/g, '')
  return signs.length >= fewestPlateSigns && /^[a-z0-9]+$/.test(signs) ? signs : null
}

/**
 * The digits a phone number may be stored with, however it is typed: with or without a country code or its zero.
 * Null when the text is not a number.
 */
export const phoneForms = (text: string): string[] | null => {
  const written = writePhone(text)
  if (!/^\+?[\d\s()./-]+$/.test(written)) return null
  const digits = written.replaceAll(/\D/g, '')
  if (digits.length < fewestDigits) return null
  const isInternational = written.startsWith('+') || digits.startsWith('00')
  const number = digits.replace(/^0+/, '') || digits
  if (!isInternational) return [number]
  const national = [1, 2, 3].map((codeLength) => number.slice(codeLength).replace(/^0+/, ''))
  return [number, ...national.filter((rest) => rest.length >= enoughDigits)]
}

/**
 * Rows of `members` that a search text means: every word in the name, screen name or email, or all of it in the number
 * of a card, also one that has ended, in the phone number or in the plate of a vehicle. Each part has an index of its own.
 */
export const matchText = (typed: string): RawBuilder<boolean> => {
  const text = typed.trim()
  if (text === '') return sql<boolean>`true`
  const signs = plateSigns(text)
  const byPlate = sql`union select found.id from members found where found.plate_signs like ${likePattern(signs ?? '')}`
  const phones = phoneForms(text)
  const byPhone = sql`union select found.id from members found where ${phoneDigits} like any(${phones?.map(likePattern)}::text[])`
  return sql<boolean>`members.id in (
    select found.id from members found where ${matchWords(words, text)}
    union select found.member_id from cards found where found.plain_number like ${likePattern(plainCard(text))}
    ${phones ? byPhone : sql``} ${signs === null ? sql`` : byPlate})`
}

const dayMs = 24 * 60 * 60 * 1000

/** The state as screens show it: suspended is told apart from inactive. */
export const standing = sql<Standing>`case when members.suspended_at is null then members.state else 'suspended' end`

/** Closed accounts are in no list. */
export const isKept = sql<boolean>`members.closed_at is null`

const seenCondition = ({ seen, seenDays = usualSeenDays }: MemberFilter, now: Date) => {
  const since = new Date(now.getTime() - seenDays * dayMs)
  if (seen === 'within') return sql`members.last_seen_at >= ${since}`
  if (seen === 'before') return sql`members.last_seen_at < ${since}`
  return sql`members.last_seen_at is null`
}

const deviceCondition = (deviceId: number, isGranted: boolean) =>
  sql`${isGranted ? sql`` : sql`not`} exists (
    select from grants g where g.member_id = members.id and g.device_id = ${deviceId}::int)`

const hasCard = sql`exists (select from cards c where c.member_id = members.id and c.state = 'active')`

const cardConditions = {
  yes: hasCard,
  no: sql`not ${hasCard}`,
  double: sql`exists (select from cards c join cards o using (plain_number)
    where c.member_id = members.id and c.is_double and c.state = 'active' and o.id <> c.id and o.state = 'active')`,
} as const satisfies Record<NonNullable<MemberFilter['card']>, RawBuilder<unknown>> // its keys are the choices

const hasPlan = (planId: number) => sql`exists (
  select from subscriptions s where s.member_id = members.id and s.state <> 'ended' and s.plan_id = ${planId}::int)`

/** Members who are not in, though a plan of theirs is paid and would let them. Not those staff keep out. */
export const isPaidNotJoined = sql<boolean>`(members.closed_at is null and members.suspended_at is null
  and members.membership_state <> 'active'
  and exists (select from subscriptions s where s.member_id = members.id and s.state <> 'ended' and s.has_access
    and exists (select from charges c where c.subscription_id = s.id and c.state = 'paid' and c.paid_cents > 0)))`

/** A field with choices is one of them; any other is given or not. Empty text is as good as none. */
const fieldCondition = (name: FilteredField, wanted: string) => {
  const value = sql.ref(`members.${memberFields[name].column}`)
  if (memberField(name).choices) return sql`${value} = ${wanted}`
  return sql`(coalesce(${value}::text, '') <> '') = ${wanted === 'given'}`
}

/** Rows of `members` that a filter lets through, whatever their standing. */
export const matchFilter = (filter: MemberFilter, now: Date): RawBuilder<boolean> => {
  const { deviceId, access, card } = filter
  const conditions = [
    isKept,
    matchText(filter.text ?? ''),
    ...filteredFields.flatMap((name) => {
      const wanted = filter[memberFields[name].listed.as]
      return wanted === undefined ? [] : [fieldCondition(name, wanted)]
    }),
    ...(filter.seen ? [seenCondition(filter, now)] : []),
    ...(deviceId === undefined ? [] : [deviceCondition(deviceId, access !== 'missing')]),
    ...(card ? [cardConditions[card]] : []),
    ...(filter.emailState ? [sql`${emailState} = ${filter.emailState}`] : []),
    ...(filter.role ? [sql`${role} = ${filter.role}`] : []),
    ...(filter.joining === 'paid' ? [isPaidNotJoined] : []),
    ...(filter.planId === undefined ? [] : [hasPlan(filter.planId)]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

export const matchStanding = (wanted: Standing | undefined): RawBuilder<boolean> =>
  wanted === undefined ? sql<boolean>`true` : sql<boolean>`(${standing}) = ${wanted}`

/** Rows of `members` that are selected: those named, or else all that match but for some. */
export const matchSelection = ({ memberIds, filter, except }: Selection, now: Date): RawBuilder<boolean> =>
  memberIds
    ? sql<boolean>`(members.id = any(${memberIds}::int[]) and ${isKept})`
    : sql<boolean>`(${matchFilter(filter, now)} and ${matchStanding(filter.standing)}
        and members.id <> all(${except}::int[]))`
