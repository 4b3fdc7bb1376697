import { vi } from 'vitest'
import { mailings } from '@spacekeeper/contract/mailings.ts'
import { rosters, type RosterDevice, type RosterRow } from '@spacekeeper/contract/rosters.ts'
import type { fakeServer } from '#platform/api/fake-server.ts'

export const aRow = (id: number, more: Partial<RosterRow> = {}): RosterRow => ({
  id,
  fullName: `Member ${id}`,
  screenName: `m${id}`,
  standing: 'active',
  isAdmin: false,
  permissions: [],
  subscription: 'active',
  card: null,
  doors: 0,
  lastSeen: null,
  email: `m${id}@example.org`,
  phone: '',
  plate: null,
  firstJoined: null,
  registered: '2026-01-05T10:00:00.000Z',
  ...more,
})
const devices: RosterDevice[] = [
  { id: 7, name: 'Kiln', kind: 'door', isOffline: false },
  { id: 8, name: 'Laser', kind: 'interlock', isOffline: true },
]
const counts = { active: 0, noob: 0, inactive: 0, accountonly: 0, suspended: 0 }

/** A server with these members, and a screen to draw them on, which jsdom has none of. For tests. */
export const fakeRoster = (server: ReturnType<typeof fakeServer>, members: () => RosterRow[]) => {
  localStorage.clear()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  server.on(rosters.list, ({ query }) => {
    const found = members().filter(
      ({ fullName, standing }) =>
        fullName.toLowerCase().includes((query.text ?? '').toLowerCase()) &&
        (query.standing === undefined || standing === query.standing),
    )
    const from = Number(query.offset)
    return {
      members: found.slice(from, from + Number(query.limit)),
      total: found.length,
      standings: { ...counts, active: found.length },
    }
  })
  server.on(rosters.listDevices, () => ({ devices }))
  server.on(mailings.list, () => ({ mailings: [] }))
}
