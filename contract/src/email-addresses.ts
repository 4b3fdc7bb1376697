import { readUrl } from './read-url.ts'
import { trimHidden } from './trim-hidden.ts'

const base = 36
const leastThreshold = 1
const mostThreshold = 26

const adaptBias = (delta: number, { count, isFirst }: { count: number; isFirst: boolean }): number => {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let steps = 0
  for (; rest > 455; steps += base) rest = Math.floor(rest / (base - leastThreshold))
  return steps + Math.floor((base * rest) / (rest + 38))
}

/** A part of a domain in its own letters, from what follows its `xn--` (Punycode, RFC 3492). */
const decodePart = (coded: string): string => {
  const dash = coded.lastIndexOf('-')
  const letters = coded.slice(0, Math.max(0, dash)).split('')
  let [code, place, bias] = [128, 0, 72]
  for (let at = dash + 1; at < coded.length;) {
    const former = place
    for (let weight = 1, step = base; ; step += base) {
      const sign = coded.charCodeAt(at)
      at += 1
      const digit = sign < 58 ? sign - 22 : sign - 97
      place += digit * weight
      const threshold = Math.min(mostThreshold, Math.max(leastThreshold, step - bias))
      if (!(digit >= threshold)) break
      weight *= base - threshold
    }
    const count = letters.length + 1
    bias = adaptBias(place - former, { count, isFirst: former === 0 })
    code += Math.floor(place / count)
    place %= count
    letters.splice(place, 0, String.fromCodePoint(code))
    place += 1
  }
  return letters.join('')
}

const domainShape = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?=[\d-]*[a-z])[a-z\d-]{1,62}[a-z\d]$/

/** A domain as mail servers are asked for it, which knows English letters alone; null for what is none. */
const asciiDomain = (domain: string): string | null => {
  // The signs with which an address on the web goes on end no domain here.
  if (/[\s/\\?#@:%[\]]|(?![\u200c\u200d])\p{C}/u.test(domain)) return null
  const host = readUrl(`http://${domain}`)?.hostname ?? ''
  return domainShape.test(host) ? host : null
}

const partsOf = (address: string) => {
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, at), domain: address.slice(at + 1) }
}

/** Nearly every address: nothing to do but for its capital letters. */
const usual = /^(?!.*@.*xn--)[!-~]+$/i

/** Keyboards of phones write these for the apostrophe in an address; mail servers take them for no part of a name. */
const typedApostrophes = /[\u2018\u2019\uff07]/g

/**
 * The one form in which addresses are kept and compared: small letters, each one character where there is one, and the
 * domain in its own letters, also where it was written as `xn--…`. An apostrophe is the plain one.
 */
export const plainEmail = (written: string): string => {
  const address = trimHidden(written.normalize('NFC')).toLowerCase().replaceAll(typedApostrophes, "'")
  if (usual.test(address)) return address
  const { local, domain } = partsOf(address)
  const host = asciiDomain(domain)
  if (host === null) return address
  const parts = host.split('.').map((part) => (part.startsWith('xn--') ? decodePart(part.slice(4)) : part))
  return `${local}@${parts.join('.')}`
}

/** The same for programs that know no other letters in a domain. */
export const asciiEmail = (address: string): string => {
  const { local, domain } = partsOf(address)
  return `${local}@${asciiDomain(domain) ?? domain}`
}

const atom = "[\\w!#$%&'*+/=?^`{|}~\\p{L}\\p{M}\\p{N}\\p{S}\\u00b7\\u30fb-]+"
/** A name before the @ (RFC 5321 and 6531): atoms with dots between, or any signs within quotes. */
const localShape = new RegExp(`^(?:${atom}(?:\\.${atom})*|"(?:[ !#-;=?-\\[\\]-~]|\\\\[ -;=?-~])+")$`, 'u')

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/**
 * Whether mail can be sent to an address, by its form; only an answer to a mail shows whose it is. Addresses of
 * machines without a name (`root@localhost`, `ann@[192.0.2.1]`) are none.
 */
export const isEmail = (address: string): boolean => {
  const { local, domain } = partsOf(address)
  const host = asciiDomain(domain)
  return host !== null && localShape.test(local) && bytesOf(local) <= 64 && bytesOf(`${local}@${host}`) <= 254
}
