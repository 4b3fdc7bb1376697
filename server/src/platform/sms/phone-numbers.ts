import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Ctx } from '../ctx.ts'
import { badField } from '../http/app-error.ts'

/** Country codes are written with a plus in the settings and without one in the library. */
const callingCode = (countryCode: string) => countryCode.replace('+', '')

const parse = (text: string, countryCode: string) =>
  parsePhoneNumberFromString(text.trim().replace(/^00(?=[1-9])/, '+'), {
    defaultCallingCode: callingCode(countryCode),
    extract: false,
  })

/** A number as it is stored and dialled (E.164), or null for what is none. Without a plus it is one of the country. */
export const normalisePhone = (text: string, countryCode: string): string | null => {
  const phone = parse(text, countryCode)
  return phone?.isValid() && !phone.ext ? phone.number : null
}

const writePhone = (text: string, countryCode: string): string => {
  const phone = parse(text, countryCode)
  if (!phone?.isValid()) return text
  return phone.countryCallingCode === callingCode(countryCode) ? phone.formatNational() : phone.formatInternational()
}

const maxRemembered = 10_000
const remembered = new Map<string, string>()

/**
 * A number as people write it: the country's own without its code, others with theirs. What is no number stays as it is.
 * Remembered, because finding out takes longer than all else that a profile needs.
 */
export const formatPhone = (text: string, countryCode: string): string => {
  const key = `${countryCode} ${text}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const written = writePhone(text, countryCode)
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(key, written)
  return written
}

/**
 * The number to store where `stored` is what there was; null for what is none. A form that sends back what it showed,
 * which may be older than this check, is not refused for it.
 */
export const phoneToStore = (input: { text: string; stored: string; countryCode: string }): string | null => {
  const { text, stored, countryCode } = input
  return normalisePhone(text, countryCode) ?? (text === stored ? stored : null)
}

export const countryCodeOf = (ctx: Pick<Ctx, 'settings'>): Promise<string> =>
  ctx.settings.get('SMS_DEFAULT_COUNTRY_CODE')

/** A typed number as it is stored; refused beside its field if it is no number. Nothing stays nothing. */
export const readPhone = async (ctx: Ctx, input: { text: string; field: string }): Promise<string> => {
  if (input.text === '') return ''
  const number = normalisePhone(input.text, await countryCodeOf(ctx))
  if (number === null) throw badField(input.field, fieldMessages.phone)
  return number
}
