import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from './members/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('what happens to a member while staff change their state brings neither the old state nor old details back', async () => {
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  for (const round of [1, 2, 3, 4, 5]) {
    const { id } = await aMember(portal.db, { state: 'active' })
    const own = await portal.as(id)
    // Who signs in after they became inactive may not.
    const visit = own.visits.signIn({ guests: [] }).then(
      () => true,
      () => false,
    )
    await Promise.all([
      staff.members.setState({ memberId: id, state: 'inactive' }),
      own.profile.update({ firstName: `Ann ${round}` }),
      staff.members.updateDetails({ memberId: id, excludeFromEmailExport: true }),
      staff.members.addCard({ memberId: id, number: `77${round}`, label: '' }),
      own.profile.setVisibility({ isHiddenFromMembers: true }),
      own.profile.update({ lastName: 'Bee' }),
    ])
    const isOnSite = await visit
    const details = await staff.members.getDetails({ memberId: id })
    expect(details).toMatchObject({
      membershipState: 'inactive',
      firstName: `Ann ${round}`,
      lastName: 'Bee',
      excludeFromEmailExport: true,
    })
    expect(details.lastSeen !== null).toBe(isOnSite)
    expect((await own.profile.get()).isHiddenFromMembers).toBe(true)
    expect((await staff.members.listCards({ memberId: id })).cards).toHaveLength(1)
  }
})

test('a suspension that begins while payments, cards and visits go on stays', async () => {
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const { id } = await aMember(portal.db, { state: 'inactive' })
  await Promise.allSettled([
    staff.members.suspend({ memberId: id, reason: 'Left the saw running.' }),
    staff.members.setState({ memberId: id, state: 'active' }),
    staff.members.setState({ memberId: id, state: 'active' }),
    (await portal.as(id)).visits.signIn({ guests: [] }),
  ])
  expect(await staff.members.getDetails({ memberId: id })).toMatchObject({
    state: 'inactive',
    suspension: { reason: 'Left the saw running.' },
  })
})
