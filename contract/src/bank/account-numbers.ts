import { inGroups, remainder97 } from './references.ts'

/** How long an IBAN is in the countries that have them (SWIFT registry). */
const lengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
    'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 ' +
    'SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** An account number as it is compared: capitals and digits, without what people put between them. */
export const bareAccount = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Whether it begins like an IBAN: a country that has them, and two digits. */
export const looksLikeIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}/.test(bareAccount(text)) && lengths[bareAccount(text).slice(0, 2)] !== undefined

/** An IBAN of the right length whose check digits are right (ISO 13616). */
export const isIban = (text: string): boolean => {
  const iban = bareAccount(text)
  return (
    /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) &&
    iban.length === lengths[iban.slice(0, 2)] &&
    remainder97(iban.slice(4) + iban.slice(0, 4)) === 1
  )
}

/** Countries whose accounts can be debited by SEPA. */
const sepa = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE ' +
    'SI SK SM VA'
  ).split(' '),
)

export const isSepaIban = (text: string): boolean => isIban(text) && sepa.has(bareAccount(text).slice(0, 2))

export type AustralianAccount = { bsb: string; account: string }

/** An Australian account such as `062-000 12345678`: six digits of the branch, then up to nine of the account. */
export const readAustralian = (text: string): AustralianAccount | null => {
  const match = /^\s*(\d{3})\s*-?\s*(\d{3})[\s/,-]+((?:\d[\s-]?){4,9})\s*$/.exec(text)
  const [, bank, branch, rest = ''] = match ?? []
  const account = rest.replaceAll(/\D/g, '')
  return match === null || /^0+$/.test(account) ? null : { bsb: `${bank}-${branch}`, account }
}

/** A creditor identifier of SEPA, such as `DE98ZZZ09999999999`; its business code is not part of the check. */
export const isCreditorId = (text: string): boolean => {
  const id = bareAccount(text)
  return /^[A-Z]{2}\d{2}[A-Z0-9]{4,31}$/.test(id) && remainder97(id.slice(7) + id.slice(0, 4)) === 1
}

/** A bank's BIC: eight or eleven characters. */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bareAccount(text))

/** As people read it: an IBAN in groups of four, anything else as it was typed. */
export const formatAccount = (text: string): string => (isIban(text) ? inGroups(bareAccount(text)) : text.trim())

/** The last four characters; enough for its owner to know it by. */
export const maskAccount = (text: string): string => `•••• ${bareAccount(text).slice(-4)}`
