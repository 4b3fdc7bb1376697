import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { hasWords } from '@spacekeeper/contract/fold-text.ts'
import type { SearchResult } from '@spacekeeper/contract/search/shapes.ts'
import { IconCpu, IconUser } from '@tabler/icons-react'
import type { Translate } from '#platform/i18n/use-translation.ts'
import type { SearchEntry } from './search-entries.ts'

type Words = Translate<'search'>

const folders: Record<DeviceKind, string> = { door: 'doors', interlock: 'interlocks', memberbucks: 'memberbucks' }

const addressOf = ({ id, kind }: SearchResult['devices'][number]) => `/manage/devices/${folders[kind]}/${id}`

/** "lock laser": what to do, and with what. */
export type LockCommand = { verb: 'lock' | 'unlock'; name: string }

export const readLockCommand = (typed: string): LockCommand | null => {
  const [, prefix = '', name = ''] = /^(un)?lock\s+(.+)$/i.exec(typed) ?? []
  return name === '' ? null : { verb: prefix === '' ? 'lock' : 'unlock', name }
}

/** What of an answer also fits other words. */
export const narrowResult = ({ members, devices }: SearchResult, words: string): SearchResult => {
  const fitting = members.filter(({ fullName, screenName }) => hasWords(`${fullName} ${screenName}`, words))
  const fittingDevices = devices.filter(({ name, description }) => hasWords(`${name} ${description}`, words))
  return {
    members: fitting,
    membersTotal: fitting.length,
    devices: fittingDevices,
    devicesTotal: fittingDevices.length,
  }
}

type SearchAnswer = { result: SearchResult; text: string; t: Words }

export const memberEntries = ({ result, text, t }: SearchAnswer, hasList: boolean): SearchEntry[] => {
  const { members, membersTotal } = result
  const rows = members.map(({ id, fullName, screenName }): SearchEntry => {
    const href = `/manage/members/${id}`
    return { id: href, group: 'members', label: fullName, detail: screenName, href, icon: IconUser }
  })
  if (membersTotal <= members.length || !hasList) return rows
  const href = `/manage/members?text=${encodeURIComponent(text)}`
  return [...rows, { id: href, group: 'members', label: t('allMembers', { count: membersTotal }), href }]
}

export const deviceEntries = ({ result, text, t }: SearchAnswer): SearchEntry[] => {
  const { devices, devicesTotal } = result
  const rows = devices.map((device): SearchEntry => {
    const href = addressOf(device)
    return { id: href, group: 'devices', label: device.name, detail: t(device.kind), href, icon: IconCpu }
  })
  if (devicesTotal <= devices.length) return rows
  const href = `/manage/devices?text=${encodeURIComponent(text)}`
  return [...rows, { id: href, group: 'devices', label: t('allDevices', { count: devicesTotal }), href }]
}

/** The devices as what can be done with them, on their pages. */
export const lockEntries = ({ result: { devices }, t }: SearchAnswer, { verb }: LockCommand): SearchEntry[] =>
  devices.map((device) => {
    const [label, href] = [t(verb, { name: device.name }), addressOf(device)]
    return { id: `${verb} ${href}`, group: 'actions', label, detail: t(device.kind), href }
  })
