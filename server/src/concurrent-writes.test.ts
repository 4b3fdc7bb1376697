import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from './members/factory.ts'
import { startTestPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('what happens to a member while staff change his state brings neither the old state nor old details back', async () => {
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  for (const round of [1, 2, 3, 4, 5]) {
    const { id } = await aMember(portal.db, { state: 'active' })
    const own = await portal.as(id)
    await Promise.all([
      own.visits.signIn({ guests: [] }),
      staff.memberships.setState({ memberId: id, state: 'inactive' }),
      own.profiles.update({ firstName: `Ann ${round}` }),
      staff.memberships.changeDetails({ memberId: id, excludeFromEmailExport: true }),
      staff.cards.add({ memberId: id, number: `77${round}`, label: '' }),
      own.visits.setVisibility({ isHiddenFromMembers: true }),
      own.profiles.update({ lastName: 'Bee' }),
    ])
    expect(await staff.memberships.getDetails({ memberId: id })).toMatchObject({
      membershipState: 'inactive',
      firstName: `Ann ${round}`,
      lastName: 'Bee',
      excludeFromEmailExport: true,
      lastSeen: expect.any(String),
    })
    expect((await own.members.getProfile()).isHiddenFromMembers).toBe(true)
    expect((await staff.cards.list({ memberId: id })).cards).toHaveLength(1)
  }
})

test('a suspension that begins while payments, cards and visits go on stays', async () => {
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const { id } = await aMember(portal.db, { state: 'inactive' })
  await Promise.allSettled([
    staff.memberships.suspend({ memberId: id, reason: 'Left the saw running.' }),
    staff.memberships.setState({ memberId: id, state: 'active' }),
    staff.memberships.setState({ memberId: id, state: 'active' }),
    (await portal.as(id)).visits.signIn({ guests: [] }),
  ])
  expect(await staff.memberships.getDetails({ memberId: id })).toMatchObject({
    state: 'inactive',
    suspension: { reason: 'Left the saw running.' },
  })
})
