import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#platform/db/database.gen.ts'
import { aGrant } from '../access/factory.ts'
import { type DialledDevice, dialDevice } from '../gateway/dialled-device.testing.ts'
import { type MemberFacts, aMember } from '../members/factory.ts'
import type { aMachine } from './factory.ts'

type AuthorisedMachine = Awaited<ReturnType<typeof aMachine>>

const askMachine = async (line: DialledDevice, message: object) => {
  line.send(message)
  return line.next()
}

/** What a machine says to the portal, and what it hears. */
export const says = {
  start: (line: DialledDevice, card: unknown) =>
    askMachine(line, { command: 'interlock_session_start', card_id: card }),
  update: (line: DialledDevice, id: string, kwh: unknown = null) =>
    askMachine(line, { command: 'interlock_session_update', session_id: id, session_kwh: kwh }),
  end: (line: DialledDevice, id: string, more: { session_kwh?: number | null; card_id?: string | null } = {}) =>
    askMachine(line, { command: 'interlock_session_end', session_id: id, ...more }),
}

/** Starts with a card that works; the id of the session. */
export const startedOf = async (line: DialledDevice, card: string): Promise<string> => {
  const answer = await says.start(line, card)
  expect(answer).toEqual({ command: 'interlock_session_start', session_id: expect.any(String) })
  return String(answer.session_id)
}

/** Connects machines to a portal, and gives members cards that work on them. */
export const machineScene = ({ db, url }: { db: Kysely<Database>; url: string }) => {
  const lines: DialledDevice[] = []
  let cards = 500
  return {
    /** A machine that is connected, and its initial pushes. */
    connect: async (machine: AuthorisedMachine) => {
      const line = await dialDevice(url, { path: `/ws/access/interlock/${machine.serial}`, key: machine.key })
      lines.push(line)
      expect(await line.next()).toEqual({ authorised: true })
      return { line, pushes: await line.settle() }
    },
    /** A member with a card and a grant for this machine. */
    aUser: async (machine: AuthorisedMachine, facts: MemberFacts = {}) => {
      cards += 1
      const card = String(cards)
      const member = await aMember(db, { cards: [card], ...facts })
      await aGrant(db, { memberId: member.id, deviceId: machine.id })
      return { ...member, card }
    },
    sessionOf: (id: string) =>
      db.selectFrom('interlock_sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    hangUp: async () => {
      for (const line of lines.splice(0)) await line.close()
    },
  }
}
