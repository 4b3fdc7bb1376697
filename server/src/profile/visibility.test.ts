import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('each real change of the choice is written down once', async () => {
  const { id } = await aMember(portal.db)
  const api = await portal.as(id)
  for (const isHiddenFromMembers of [false, true, true, false]) await api.profile.setVisibility({ isHiddenFromMembers })
  const events = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'actor_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { event: 'member.hidden', actor_id: id },
    { event: 'member.shown', actor_id: id },
  ])
})

test('the choice is a yes or a no', async () => {
  const { id } = await aMember(portal.db)
  const headers = { 'x-csrftoken': 'x', cookie: `sessionid=${await portal.sessionOf(id)}; csrftoken=x` }
  const answer = await portal.app.inject({ method: 'PUT', url: '/api/profile/visibility/', headers, payload: {} })
  expect([answer.statusCode, answer.json().fields[0].field]).toEqual([400, 'isHiddenFromMembers'])
})
