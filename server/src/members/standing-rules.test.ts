import { readFileSync } from 'node:fs'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { memberStates, staffActions } from '@spacekeeper/contract/members/words.ts'
import fc from 'fast-check'
import { test, expect } from 'vitest'
import { propertyRuns } from '../random-runs.testing.ts'
import {
  moves,
  type MoveName,
  type StandingFacts,
  moveMember,
  stateOf,
  isLetIn,
  staffActionsFor,
} from './standing-rules.ts'

const names = keysOf(moves)

const byParty = (party: string) => names.filter((name) => moves[name].by === party)

const standings: StandingFacts[] = memberStates.flatMap((membership) =>
  [false, true].map((isSuspended) => ({ membership, isSuspended })),
)

const anyStanding = fc.constantFrom(...standings)

const anyMove = fc.constantFrom(...names)

const walk = (start: StandingFacts, taken: readonly MoveName[]) =>
  taken.reduce<StandingFacts>((now, name) => {
    const moved = moveMember(now, name)
    return moved.outcome === 'moved' ? moved.standing : now
  }, start)

/** What each move makes of each state; a plus is a suspension, a dash is no change, `x` is refused by a suspension. */
const outcomes: Record<MoveName, string> = {
  makeMember: 'noob>active, active-, inactive-, accountonly>active, noob+x, active+x, inactive+x, accountonly+x',
  activate: 'noob>active, active-, inactive>active, accountonly>active, noob+x, active+x, inactive+x, accountonly+x',
  deactivate:
    'noob>inactive, active>inactive, inactive-, accountonly>inactive, noob+>inactive+, active+>inactive+, inactive+-, accountonly+>inactive+',
  suspend:
    'noob>noob+, active>active+, inactive>inactive+, accountonly>accountonly+, noob+-, active+-, inactive+-, accountonly+-',
  lift: 'noob-, active-, inactive-, accountonly-, noob+>noob, active+>active, inactive+>inactive, accountonly+>accountonly',
  completeSignup:
    'noob>active, active-, inactive>active, accountonly>active, noob+x, active+x, inactive+x, accountonly+x',
  skipSignup: 'noob>accountonly, active-, inactive-, accountonly-, noob+x, active+x, inactive+x, accountonly+x',
  invoicePaid:
    'noob>active, active-, inactive>active, accountonly>active, noob+>active+, active+-, inactive+>active+, accountonly+>active+',
  subscriptionEnded:
    'noob>inactive, active>inactive, inactive-, accountonly>inactive, noob+>inactive+, active+>inactive+, inactive+-, accountonly+>inactive+',
}

const write = ({ membership, isSuspended }: StandingFacts) => `${membership}${isSuspended ? '+' : ''}`

test.each(names)('%s does in every state what is written here, and nothing else', (name) => {
  const ordered = standings.toSorted((a, b) => Number(a.isSuspended) - Number(b.isSuspended))
  const said = ordered.map((standing) => {
    const moved = moveMember(standing, name)
    if (moved.outcome === 'moved') return `${write(standing)}>${write(moved.standing)}`
    return `${write(standing)}${moved.outcome === 'suspended' ? 'x' : '-'}`
  })
  expect(said.join(', ')).toBe(outcomes[name])
})

test('no sequence of what members do and pay leads out of a suspension', () => {
  const others = fc.constantFrom(...byParty('member'), ...byParty('system'))
  fc.assert(
    fc.property(anyStanding, fc.array(others, { maxLength: 30 }), (start, taken) => {
      const end = walk({ ...start, isSuspended: true }, taken)
      expect(end.isSuspended).toBe(true)
      expect(stateOf(end)).toBe('inactive')
      expect(isLetIn(end)).toBe(false)
    }),
    propertyRuns(400),
  )
})

test('what members do themselves changes nothing while they are suspended', () => {
  for (const name of byParty('member')) {
    for (const standing of standings.filter(({ isSuspended }) => isSuspended)) {
      expect(moveMember(standing, name).outcome).toBe('suspended')
    }
  }
})

test('only staff begin or end a suspension', () => {
  for (const name of names) {
    for (const standing of standings) {
      const moved = moveMember(standing, name)
      if (moved.outcome !== 'moved' || moved.standing.isSuspended === standing.isSuspended) continue
      expect(moves[name].by).toBe('staff')
    }
  }
})

test('doors are told of exactly those moves that change what cards do', () => {
  fc.assert(
    fc.property(anyStanding, anyMove, (standing, name) => {
      const moved = moveMember(standing, name)
      if (moved.outcome !== 'moved') return
      expect(moved.tellsDoors).toBe(isLetIn(standing) !== isLetIn(moved.standing))
    }),
    propertyRuns(400),
  )
})

test('the same move twice does nothing the second time', () => {
  fc.assert(
    fc.property(anyStanding, anyMove, (standing, name) => {
      const once = walk(standing, [name])
      expect(walk(once, [name])).toEqual(once)
      expect(moveMember(once, name).outcome).not.toBe('moved')
    }),
    propertyRuns(400),
  )
})

test('a suspension that begins and is lifted leaves the membership as it was', () => {
  fc.assert(
    fc.property(fc.constantFrom(...memberStates), (membership) => {
      const start = { membership, isSuspended: false }
      expect(walk(start, ['suspend', 'lift'])).toEqual(start)
    }),
    propertyRuns(400),
  )
})

test('no member becomes new again', () => {
  fc.assert(
    fc.property(anyStanding, fc.array(anyMove, { maxLength: 20 }), (start, taken) => {
      const end = walk(start, taken)
      expect(end.membership === 'noob').toBe(start.membership === 'noob' && end.membership === start.membership)
    }),
    propertyRuns(400),
  )
})

test('who never had access is not told that it is enabled or disabled, nor is anybody while suspended', () => {
  const effects = (standing: StandingFacts, name: MoveName) => {
    const moved = moveMember(standing, name)
    return moved.outcome === 'moved' ? moved.effects : []
  }
  expect(effects({ membership: 'noob', isSuspended: false }, 'activate')).toEqual(['grantDefaults'])
  expect(effects({ membership: 'noob', isSuspended: false }, 'deactivate')).toEqual(['endVisit'])
  expect(effects({ membership: 'inactive', isSuspended: false }, 'activate')).toEqual(['grantDefaults', 'mailEnabled'])
  expect(effects({ membership: 'active', isSuspended: true }, 'subscriptionEnded')).toEqual(['endVisit'])
  expect(effects({ membership: 'inactive', isSuspended: true }, 'invoicePaid')).toEqual(['grantDefaults'])
})

test('staff are offered what is possible, and one way to let a new account in', () => {
  const offered = (membership: StandingFacts['membership'], isSuspended = false) =>
    staffActionsFor({ membership, isSuspended })
  expect(offered('noob')).toEqual(['makeMember', 'deactivate', 'suspend'])
  expect(offered('accountonly')).toEqual(['makeMember', 'deactivate', 'suspend'])
  expect(offered('active')).toEqual(['deactivate', 'suspend'])
  expect(offered('inactive')).toEqual(['activate', 'suspend'])
  expect(offered('active', true)).toEqual(['deactivate', 'lift'])
  expect(offered('inactive', true)).toEqual(['lift'])
  expect(byParty('staff').toSorted()).toEqual([...staffActions].toSorted())
})

const effectWords = {
  grantDefaults: 'default access is granted',
  endVisit: 'an open visit ends',
  mailEnabled: 'email: access enabled',
  mailDisabled: 'email: access disabled',
  mailWelcome: 'email: welcome',
  mailSuspended: 'email: suspended',
  mailLifted: 'email: suspension lifted',
  tellAdministrators: 'email to the administrators',
} as const

const suspendedWords = { refused: 'refused', quiet: 'noted; stays suspended, no email', only: 'required' } as const

const row = (name: MoveName) => {
  const { by, on, from, to, whileSuspended, effects, ...rest } = moves[name]
  const words = effects.map(
    (effect) =>
      effectWords[effect] + ('notFromNoob' in rest && rest.notFromNoob === effect ? ' (not from `noob`)' : ''),
  )
  const goal = to === null ? (name === 'suspend' ? 'suspended' : 'as before') : `\`${to}\``
  const origin = from.length === memberStates.length ? 'any' : from.map((state) => `\`${state}\``).join(', ')
  return `| ${on} | ${by} | ${origin} | ${goal} | ${suspendedWords[whileSuspended]} | ${words.join('; ') || 'none'} |`
}

test('the page about member states shows the table as it is', () => {
  const page = readFileSync(new URL('../../../docs/guide/member-states.md', import.meta.url), 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/ +/g, ' '))
  expect(rows.slice(2)).toEqual(names.map(row))
})
