import { staffTasks } from '@spacekeeper/contract/members/words.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import { test, expect } from 'vitest'
import type { Actor } from '#platform/ctx.ts'
import { staffRefusal, effectivePermissions } from './role-rules.ts'

const now = new Date()

const asActor = (id: number, held: readonly Permission[], isAdmin = false): Actor & { kind: 'member' } => ({
  kind: 'member',
  id,
  isAdmin,
  permissions: isAdmin ? permissions : held,
  state: 'active',
  sessionId: 1,
})

const administrator = asActor(1, [], true)

const forMembers = asActor(2, ['members'])

const forMembersAndMoney = asActor(3, ['members', 'money'])

const forAccess = asActor(4, ['access', 'devices', 'money', 'meetings', 'settings'])

const ordinary = asActor(5, [])

const key: Actor = { kind: 'apiKey', id: 9, scopes: ['doors.command'], reach: { kind: null, deviceIds: null } }

/** What each caller is told of each task in the order of the contract; a dot is yes. */
test.each<[string, Actor, Actor & { kind: 'member' }, string]>([
  ['an administrator with another one', administrator, asActor(8, [], true), '. . . . . .'],
  ['an administrator with themselves', administrator, administrator, '. . . . notYourself .'],
  ['the portal with anybody', { kind: 'system' }, administrator, '. . . . . .'],
  ['members with an ordinary member', forMembers, ordinary, '. . . . . notAllowed'],
  [
    'members with an administrator',
    forMembers,
    administrator,
    'outranked outranked outranked outranked outranked notAllowed',
  ],
  [
    'members with one who may do more',
    forMembers,
    forMembersAndMoney,
    'outranked outranked outranked outranked outranked notAllowed',
  ],
  ['members with one who may do as much', forMembers, asActor(8, ['members']), '. . . . . notAllowed'],
  ['members and money with one who may do less', forMembersAndMoney, forMembers, '. . . . . notAllowed'],
  ['members with themselves', forMembers, forMembers, '. notYourself . notYourself notYourself notAllowed'],
  [
    'every other permission with an ordinary member',
    forAccess,
    ordinary,
    'notAllowed notAllowed notAllowed notAllowed notAllowed notAllowed',
  ],
  [
    'an ordinary member with another one',
    ordinary,
    asActor(8, []),
    'notAllowed notAllowed notAllowed notAllowed notAllowed notAllowed',
  ],
  ['an API key with anybody', key, ordinary, 'notAllowed notAllowed notAllowed notAllowed notAllowed notAllowed'],
  [
    'a stranger with anybody',
    { kind: 'anonymous' },
    ordinary,
    'notAllowed notAllowed notAllowed notAllowed notAllowed notAllowed',
  ],
])('%s', (_, caller, member, expected) => {
  expect(staffTasks.map((task) => staffRefusal(caller, { task, member }) ?? '.').join(' ')).toBe(expected)
})

test.each([
  ['an ordinary member', { is_admin: false, permissions: [], suspended_at: null }, false, []],
  ['an administrator', { is_admin: true, permissions: ['money'], suspended_at: null }, true, [...permissions]],
  ['a suspended administrator', { is_admin: true, permissions: ['money'], suspended_at: now }, false, []],
  ['staff', { is_admin: false, permissions: ['money', 'members'], suspended_at: null }, false, ['members', 'money']],
  ['suspended staff', { is_admin: false, permissions: ['money'], suspended_at: now }, false, []],
  ['a permission of another version', { is_admin: false, permissions: ['everything'], suspended_at: null }, false, []],
])('what %s may do now', (_, row, isAdmin, held) => {
  expect(effectivePermissions(row)).toEqual({ isAdmin, permissions: held })
})
