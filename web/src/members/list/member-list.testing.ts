import { mailingsApi } from '@spacekeeper/contract/mailings/routes.ts'
import type { UndoPreview } from '@spacekeeper/contract/members/bulk-shapes.ts'
import { columnFields, type rowValues } from '@spacekeeper/contract/members/columns.ts'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberListRow, GrantableDevice, HoldablePlan } from '@spacekeeper/contract/members/shapes.ts'
import { vi } from 'vitest'
import type { fakeServer } from '#platform/api/fake-server.testing.ts'

/** Nothing in every field of the row, so that it stays complete when a field is added. */
const emptyRow = Object.fromEntries(
  columnFields.map((name) => {
    const { listed, value } = memberFields[name]
    return [listed.as, value.safeParse(null).success ? null : '']
  }),
) as Pick<MemberListRow, keyof typeof rowValues> // fromEntries loses the names

export const aMemberRow = (id: number, more: Partial<MemberListRow> = {}): MemberListRow => ({
  ...emptyRow,
  id,
  fullName: `Member ${id}`,
  screenName: `m${id}`,
  standing: 'active',
  emailState: 'confirmed',
  role: 'member',
  isAdmin: false,
  permissions: [],
  subscription: 'active',
  plan: null,
  card: null,
  doors: 0,
  email: `m${id}@example.org`,
  registered: '2026-01-05T10:00:00.000Z',
  ...more,
})

/** A bulk change as the question whether to undo it shows it. */
export const aBulkAction = (more: Partial<UndoPreview> = {}): UndoPreview => ({
  id: 4,
  kind: 'makeMember',
  at: '2026-01-05T10:00:00.000Z',
  by: 'Ada Okafor',
  count: 240,
  devices: [],
  undone: null,
  reverts: { count: 238, names: ['Member 1'], more: 237 },
  changedSince: 2,
  outranked: 0,
  ...more,
})

const devices: GrantableDevice[] = [
  { id: 7, name: 'Kiln', kind: 'door', isOffline: false },
  { id: 8, name: 'Laser', kind: 'interlock', isOffline: true },
]

const plans: HoldablePlan[] = [
  { id: 31, name: 'Full, monthly', tier: 'Full' },
  { id: 32, name: 'Casual, weekly', tier: 'Casual' },
]

const counts = { active: 0, noob: 0, inactive: 0, accountonly: 0, suspended: 0 }

/** A server with these members, and a screen to draw them on, which jsdom has none of. For tests. */
export const fakeMemberList = (server: ReturnType<typeof fakeServer>, members: () => MemberListRow[]) => {
  localStorage.clear()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  server.on(membersApi.list, ({ query }) => {
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
  server.on(membersApi.listDevices, () => ({ devices }))
  server.on(membersApi.listPlans, () => ({ plans }))
  server.on(mailingsApi.list, () => ({ mailings: [] }))
}
