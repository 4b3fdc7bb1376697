import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { describeDevices } from '../devices/devices.ts'
import { isOffline } from '../devices/rules.ts'
import { listAlarmAddresses } from './alarms.ts'
import { listListStates } from './card-lists.ts'

const devicesPage = '/manage/devices'
/** Spaces have dozens; the bound is for safety. */
const most = 2000
/** More names than these are no help. */
const mostNames = 5

const namesOf = (names: readonly string[]) =>
  names.length <= mostNames
    ? names.join(', ')
    : `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`

export type WatchedFacts = { name: string; isReporting: boolean; isSilent: boolean }

/** Those that do not report their online status may be off. The home page counts silent ones itself. */
export const judgeSilence = (devices: readonly WatchedFacts[]): HealthFinding | null => {
  const watched = devices.filter(({ isReporting }) => isReporting)
  if (watched.length === 0) return null
  const silent = watched.filter(({ isSilent }) => isSilent).map(({ name }) => name)
  if (silent.length === 0)
    return { state: 'well', says: `All ${watched.length} devices that have to report are online.` }
  return {
    state: 'attention',
    says: `${silent.length} of ${watched.length} devices ${sayCount(silent.length, { one: 'is', other: 'are' })} offline: ${namesOf(silent)}.`,
    todo: 'Check the power and the network of each. A door goes on with the cards it knows; a machine doesn’t start.',
    to: `${devicesPage}?state=offline`,
    isToldOnHome: true,
  }
}

/** A list that is being sent arrives within seconds; one that is behind for longer is of a door that does not take it. */
const patienceMs = 10 * 60_000

export type ListFacts = Pick<ListState, 'state' | 'missing' | 'surplus' | 'behindSince'> & { name: string }

export const judgeLists = (lists: readonly ListFacts[], now: Date): HealthFinding | null => {
  if (lists.length === 0) return null
  const isLate = ({ behindSince }: ListFacts) =>
    behindSince !== null && now.getTime() - Date.parse(behindSince) > patienceMs
  const late = lists.filter((list) => list.missing + list.surplus > 0 && isLate(list))
  const [oldest] = late.toSorted((a, b) => String(a.behindSince).localeCompare(String(b.behindSince)))
  if (oldest?.behindSince) {
    const surplus = late.reduce((sum, list) => sum + list.surplus, 0)
    const opens = surplus === 0 ? '' : ` ${surplus} cards that were taken away still open it.`
    return {
      state: surplus > 0 ? 'wrong' : 'attention',
      says: `The newest list of cards has not reached ${namesOf(late.map(({ name }) => name))} since {at}.${opens}`,
      at: new Date(oldest.behindSince),
      todo: 'Bring the door back online: it takes its list at once. If it is online, restart it.',
      to: devicesPage,
    }
  }
  const unsure = lists.filter(({ state }) => state === 'unconfirmed' || state === 'never').map(({ name }) => name)
  if (unsure.length > 0)
    return {
      state: 'attention',
      says: `It isn’t known whether ${namesOf(unsure)} ${sayCount(unsure.length, { one: 'has its', other: 'have their' })} list of cards.`,
      todo: 'Bring the door online. The list is sent again when it connects.',
      to: devicesPage,
      // It is offline, which the home page says.
      isToldOnHome: true,
    }
  return { state: 'well', says: `All ${lists.length} doors have their list of cards.` }
}

export type LockoutFacts = Pick<Device, 'name' | 'kind' | 'lockout' | 'lockoutDelivery'>

/** By the same answer that the page of a device shows. */
export const judgeLockouts = (devices: readonly LockoutFacts[], now: Date): HealthFinding | null => {
  const late = devices.filter(
    ({ lockoutDelivery: delivery }) =>
      delivery?.isHeard === false && now.getTime() - Date.parse(delivery.at) > patienceMs,
  )
  const locked = late.filter(({ lockout }) => lockout !== null)
  const unheard = locked.length > 0 ? locked : late
  const [since] = unheard.map(({ lockoutDelivery }) => lockoutDelivery?.at ?? '').toSorted()
  if (since === undefined) {
    const told = devices.filter(({ lockout, lockoutDelivery }) => lockout !== null && lockoutDelivery !== null)
    const heard = told.filter(({ lockoutDelivery }) => lockoutDelivery?.isHeard).length
    if (told.length === 0) return null
    return { state: 'well', says: `${heard} of ${told.length} devices that are locked have heard of it.` }
  }
  const isOpen = locked.some(({ kind }) => kind === 'door')
  const opens = isOpen ? ' Until then a door opens for the cards it knows.' : ''
  return {
    state: isOpen ? 'wrong' : 'attention',
    says: `The ${locked.length > 0 ? 'lockout' : 'end of the lockout'} has not reached ${namesOf(unheard.map(({ name }) => name))} since {at}.${opens}`,
    at: new Date(since),
    todo: 'Bring it back online: it is told when it connects. If it is online, restart it.',
    to: devicesPage,
  }
}

const listDevices = (ctx: Ctx) =>
  ctx.db
    .selectFrom('devices')
    .select(['id', 'name', 'last_seen_at', 'reports_online_status'])
    .where('removed_at', 'is', null)
    .limit(most)
    .execute()

const findSilence = async (ctx: Ctx) => {
  const rows = await listDevices(ctx)
  return judgeSilence(
    rows.map((row) => ({
      name: row.name,
      isReporting: row.reports_online_status,
      isSilent: isOffline(row.last_seen_at, ctx.now()),
    })),
  )
}

const findLists = async (ctx: Ctx) => {
  const [devices, lists] = await Promise.all([listDevices(ctx), listListStates(ctx)])
  const names = new Map(devices.map(({ id, name }) => [id, name]))
  return judgeLists(
    lists.map((list) => ({ ...list, name: names.get(list.deviceId) ?? '' })),
    ctx.now(),
  )
}

const findLockouts = async (ctx: Ctx) => judgeLockouts(await describeDevices(ctx), ctx.now())

const findAlarms = async (ctx: Ctx): Promise<HealthFinding | null> => {
  const devices = await listDevices(ctx)
  if (!devices.some((device) => device.reports_online_status)) return null
  if (!(await ctx.settings.get('ENABLE_DEVICE_ALARMS'))) return null
  const addresses = await listAlarmAddresses(ctx)
  if (addresses.length > 0)
    return {
      state: 'well',
      says: `${sayCount(addresses.length, { one: 'One address gets', other: '{count} addresses get' })} an email when a device goes offline.`,
    }
  return {
    state: 'attention',
    says: 'When a device goes offline, no address gets an email.',
    todo: 'Enter an address for alarms under Settings, or give a member the permission for devices.',
    to: '/manage/settings#DEVICE_ALARM_ADDRESS',
  }
}

const shared = { area: 'devices', pace: 'now', timeoutMs: 5000 } as const

export const fleetChecks: readonly HealthCheck[] = [
  { ...shared, name: 'monitoring.silence', title: 'Doors and machines', find: findSilence },
  { ...shared, name: 'monitoring.lists', title: 'Lists of cards', find: findLists },
  { ...shared, name: 'monitoring.lockouts', title: 'Lockouts', find: findLockouts },
  { ...shared, name: 'monitoring.alarms', title: 'Alarms', find: findAlarms },
]
