import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSubscription } from '../../billing/factory.ts'
import { cardNumber, startSignup } from '../../signup/signup.testing.ts'

let space: Awaited<ReturnType<typeof startSignup>>
beforeAll(async () => {
  space = await startSignup()
})
afterAll(() => space.close())

const moveAll = async (move: 'makeMember' | 'activate', memberIds: number[]) => {
  const input = { selection: { memberIds }, move }
  const { fingerprint } = await space.staff.members.previewMoves(input)
  const { actionId } = await space.staff.members.moveMany({ ...input, fingerprint })
  return actionId ?? 0
}
const undo = (actionId: number) => space.staff.members.undoBulkAction({ actionId })
const rowOf = (id: number) =>
  space.portal.db
    .selectFrom('members')
    .select(['membership_state', 'inactive_by', 'inactive_reason', 'inactive_since', 'spell'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('undoing an activation leaves who has taken a plan and paid since', async () => {
  const [payer, other] = [await space.join({ state: 'inactive' }), await space.join({ state: 'inactive' })]
  const actionId = await moveAll('activate', [payer.id, other.id])
  await payer.api.signup.choosePlan({ planId: space.planId, collector: 'bank' })
  await space.pay(payer.id)
  expect(await space.staff.members.previewUndo({ actionId })).toMatchObject({ reverts: { count: 1 }, changedSince: 1 })
  expect(await undo(actionId)).toEqual({ reverted: 1, changedSince: 1 })
  expect(await space.stateOf(payer.id)).toBe('active')
  expect(await space.stateOf(other.id)).toBe('inactive')
  const { actions } = await space.staff.members.listBulkActions()
  expect(actions.find(({ id }) => id === actionId)).toMatchObject({ undone: { count: 1, left: 0 } })
})

test('undoing an activation puts members out again whom staff had put out, although their plan went on', async () => {
  const { id } = await space.join({ state: 'active', cards: [cardNumber()] })
  await aSubscription(space.portal.db, { memberId: id, planId: space.planId })
  await space.staff.members.setState({ memberId: id, state: 'inactive', reason: 'Threatened a member.' })
  const before = await rowOf(id)
  const actionId = await moveAll('activate', [id])
  expect(await rowOf(id)).toMatchObject({ inactive_since: null, inactive_by: null })
  expect(await undo(actionId)).toEqual({ reverted: 1, changedSince: 0 })
  expect(await rowOf(id)).toEqual(before)
  expect(before.inactive_since).not.toBeNull()
})

test('undoing new memberships opens the applications again that they had settled', async () => {
  await space.setForTest('SIGNUP_NEEDS_APPROVAL', true)
  const { id, api } = await space.ready()
  await api.signup.completeSignup()
  const actionId = await moveAll('makeMember', [id])
  expect((await space.staff.signup.listApplications()).open.map(({ memberId }) => memberId)).not.toContain(id)
  await undo(actionId)
  expect(await space.stateOf(id)).toBe('noob')
  const open = (await space.staff.signup.listApplications()).open.find(({ memberId }) => memberId === id)
  expect(open).toMatchObject({ state: 'waiting', decidedBy: null })
  await space.pay(id)
  expect(await space.stateOf(id)).toBe('noob')
})
