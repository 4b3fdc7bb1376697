import { sql, type RawBuilder } from 'kysely'

/** As the indexes have it (migration 0021); the alias is that of the table inside. */
const words = sql`lower(found.first_name || ' ' || found.last_name || ' ' || found.screen_name || ' ' || found.email)`
const phoneDigits = sql`translate(found.phone, ' +-().', '')`

const containing = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

const fewestDigits = 3
/** So much of a number says whose it is, without its country code. */
const enoughDigits = 6

/**
 * The digits a phone number may be stored with, however it is typed: with a country code or without, with the zero
 * that stands for it or without. Null when the text is no number.
 */
export const phoneForms = (text: string): string[] | null => {
  if (!/^\+?[\d\s().-]+$/.test(text)) return null
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length < fewestDigits) return null
  const isInternational = text.startsWith('+') || digits.startsWith('00')
  const number = digits.replace(/^0+/, '') || digits
  if (!isInternational) return [number]
  const national = [1, 2, 3].map((codeLength) => number.slice(codeLength).replace(/^0+/, ''))
  return [number, ...national.filter((rest) => rest.length >= enoughDigits)]
}

/**
 * Which rows of `members` somebody means by what he types: every word in the name, screen name or e-mail, or all of it
 * in the number of a card, also one that has ended, or in the phone number. Each part has an index of its own.
 */
export const matchText = (typed: string): RawBuilder<boolean> => {
  const text = typed.trim()
  if (text === '') return sql<boolean>`true`
  const allWords = text.split(/\s+/).map((word) => sql`${words} like ${containing(word)}`)
  const phones = phoneForms(text)
  const byPhone = sql`union select found.id from members found where ${phoneDigits} like any(${phones?.map(containing)}::text[])`
  return sql<boolean>`members.id in (
    select found.id from members found where ${sql.join(allWords, sql` and `)}
    union select found.member_id from cards found where lower(found.number) like ${containing(text)}
    ${phones ? byPhone : sql``})`
}
