import { isIP } from 'node:net'
import type { PushFailure } from '@spacekeeper/contract/push/words.ts'

/** At most so many devices of a member; the oldest makes room. */
export const mostDevices = 10

/** Where a browser wants its notifications sent: a push service on the internet, by its name, at the port of https. */
export const isPushEndpoint = (endpoint: string): boolean => {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 && host.includes('.')
}

/** What the answer of a push service means; the wait is until it is tried again. */
export type PushVerdict =
  | { kind: 'sent' }
  /** The browser or app has no subscription of this address any more. */
  | { kind: 'gone' }
  | { kind: 'refused'; failure: PushFailure }
  | { kind: 'wait'; waitMs: number }

const minuteMs = 60_000
const longestWaitMs = 60 * minuteMs

/** Half a minute, a minute, two and so on, at most an hour. */
export const waitOf = (tries: number): number => Math.min(longestWaitMs, (minuteMs / 2) * 2 ** tries)

/** How long a push service asks to be left alone: seconds, or a date. */
export const parseRetryAfter = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

type PushAnswer = { status: number; retryAfter: string | undefined }

/** What comes of a notification after so many tries before this one. */
export const judgeAnswer = (answer: PushAnswer, { tries, now }: { tries: number; now: Date }): PushVerdict => {
  const { status, retryAfter } = answer
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500)
    return { kind: 'wait', waitMs: Math.max(parseRetryAfter(retryAfter, now) ?? 0, waitOf(tries)) }
  return { kind: 'refused', failure: 'refused' }
}

/** What Apple gives an app: bytes in hexadecimal digits. Of what Google gives, only the letters are known. */
export const isAppleToken = (token: string): boolean => /^(?:[\da-f]{2}){32,100}$/i.test(token)

/** Cut at a word, so that title and text together never exceed what push services take (4,096 bytes, encrypted). */
export const cutSentence = (text: string, most: number): string => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most - 1)
  const space = cut.lastIndexOf(' ')
  return `${space > most / 2 ? cut.slice(0, space) : cut}…`
}

/** Who a push service writes to about trouble. It has to be an address, so one stands there where none is known. */
export const contactOf = ({ email, siteUrl }: { email: string; siteUrl: string }): string => {
  if (email !== '') return `mailto:${email}`
  return siteUrl.startsWith('https:') ? siteUrl : 'mailto:portal@localhost.localdomain'
}
