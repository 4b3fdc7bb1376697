import { apiKeysApi } from '@spacekeeper/contract/api-keys/routes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import type { fakeServer } from '#platform/api/fake-server.testing.ts'
import { emptyFields } from '../empty-fields.testing.ts'

const someTime = '2024-02-14T10:00:00.000Z'

/** A member as administrators see them, for tests. */
export const aMemberDetails = (more: Partial<MemberDetails> = {}): MemberDetails => ({
  id: 7,
  ...emptyFields('staff'),
  firstName: 'Noah',
  lastName: 'Kaur',
  screenName: 'noahk',
  email: 'noah@example.org',
  isEmailVerified: true,
  emailState: 'confirmed',
  invitationEndsAt: null,
  pendingEmail: null,
  hasPassword: true,
  phone: '',
  wantsNews: true,
  smsNumber: null,
  isAdmin: false,
  permissions: [],
  grantable: ['members', 'access', 'settings'],
  tasks: ['details', 'email', 'cards', 'standing', 'closing', 'office'],
  state: 'active',
  membershipState: 'active',
  suspension: null,
  actions: ['deactivate', 'suspend'],
  grantedDoors: 0,
  grantedMachines: 0,
  missingDefaults: 0,
  registeredAt: someTime,
  firstJoinedAt: someTime,
  lastSeen: null,
  lastInduction: null,
  profileUpdatedAt: null,
  ...more,
})

/** Answers what the page of a member asks, for tests. */
export const answerForMember = (server: ReturnType<typeof fakeServer>, member: () => MemberDetails): void => {
  server.on(membersApi.get, () => {
    const { id, firstName, lastName, screenName, email, state, suspension, lastSeen, isAdmin, permissions } = member()
    const fullName = `${firstName} ${lastName}`
    return { id, fullName, screenName, email, state, isSuspended: suspension !== null, lastSeen, isAdmin, permissions }
  })
  server.on(membersApi.getDetails, member)
  server.on(membersApi.listCards, () => ({ cards: [] }))
  server.on(apiKeysApi.listHeld, () => ({ keys: [] }))
}
