import { createHmac } from 'node:crypto'
import { foldText } from '@spacekeeper/contract/fold-text.ts'
import { mostVisitorDaysAhead } from '@spacekeeper/contract/visitors/words.ts'
import { addDays, type Day } from '#platform/local-day.ts'
import { isSameSecret } from '#platform/secrets/tokens.ts'

/** What a kiosk shows for phones changes this often. */
const windowMs = 10 * 60_000

/** A visitor who scanned it has so many windows to fill in the form. */
const windowsValid = 3

const sign = (key: Buffer, { kioskId, window }: { kioskId: number; window: number }) =>
  createHmac('sha256', key).update(`${kioskId} ${window}`).digest('base64url').slice(0, 22)

/** Proves for half an hour that a phone was in front of a kiosk. */
export const writeKioskPass = (key: Buffer, { kioskId, now }: { kioskId: number; now: Date }): string => {
  const window = Math.floor(now.getTime() / windowMs)
  return `${kioskId}.${window}.${sign(key, { kioskId, window })}`
}

/** The kiosk that gave out a pass which still counts; null of any other text. */
export const readKioskPass = (key: Buffer, { pass, now }: { pass: string; now: Date }): number | null => {
  const [, kiosk, at, signature = ''] = /^(\d{1,9})\.(\d{1,12})\.([\w-]{22})$/.exec(pass) ?? []
  const [kioskId, window] = [Number(kiosk), Number(at)]
  const age = Math.floor(now.getTime() / windowMs) - window
  if (signature === '' || !(age >= 0 && age < windowsValid)) return null
  return isSameSecret(signature, sign(key, { kioskId, window })) ? kioskId : null
}

/** Whether two people write a name the same, but for case, accents and spaces. */
export const isSameName = (a: string, b: string): boolean => {
  const plain = (name: string) => foldText(name).replaceAll(/\s+/g, ' ').trim()
  return plain(a) === plain(b)
}

/** Whether a visitor can't be announced for a day yet. */
export const isTooFarAhead = (day: Day, today: Day): boolean => day > addDays(today, mostVisitorDaysAhead)

type AnnouncedVisitor = { id: number; name: string; hostId: number | null }

/**
 * Which announcement a visitor came by: the one of the host they name, or else the only one of their name. Two of the
 * same name without a host are left to the hosts.
 */
export const findAnnouncement = <Row extends AnnouncedVisitor>(
  announced: readonly Row[],
  visitor: { name: string; hostId: number | null },
): Row | undefined => {
  const named = announced.filter(({ name }) => isSameName(name, visitor.name))
  if (visitor.hostId !== null) return named.find(({ hostId }) => hostId === visitor.hostId)
  return named.length === 1 ? named[0] : undefined
}
