import type { RelaySettings } from '@spacekeeper/contract/drivers/shapes.ts'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { aGrant } from '../access/factory.ts'
import { deviceChanges } from '../devices/channels.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { type MemberFacts, aMember } from '../members/factory.ts'
import { aDriver } from './factory.ts'

type ScenePortal = { db: Kysely<Database>; services: Services }

type RelayReach = { settings: RelaySettings; secret?: string }

/** Puts devices of a portal behind drivers, and waits until they are heard of. */
const relayReach = ({ db, services }: ScenePortal) => {
  const seenOf = async (deviceId: number) =>
    (await db.selectFrom('devices').select('last_seen_at').where('id', '=', deviceId).executeTakeFirst())?.last_seen_at
  const reach = async (deviceId: number, { settings, secret }: RelayReach) => {
    const { secretKey } = services
    await aDriver(db, { deviceId, settings, secretKey, ...(secret !== undefined && { secret }) })
    await services.live.send([deviceChanges.notice({ deviceIds: [deviceId] })])
  }
  const arrived = async (deviceId: number) => {
    await expect.poll(() => seenOf(deviceId)).toBeTruthy()
  }
  return { reach, arrived }
}

/** Relays of a portal for tests, with members who may use them. */
export const relayScene = (portal: ScenePortal) => {
  const { db } = portal
  const { reach, arrived } = relayReach(portal)
  return {
    /** A machine behind a driver, once it answered. */
    aRelayMachine: async (how: RelayReach, facts: Parameters<typeof aMachine>[1] = {}) => {
      const machine = await aMachine(db, facts)
      await reach(machine.id, how)
      await arrived(machine.id)
      return machine
    },
    /** A door behind a driver that has not answered yet. */
    aDevice: async (how: RelayReach) => {
      const door = await aDoor(db)
      await reach(door.id, how)
      return door
    },
    aRelayDoor: async (how: RelayReach, facts: Parameters<typeof aDoor>[1] = {}) => {
      const door = await aDoor(db, facts)
      await reach(door.id, how)
      await arrived(door.id)
      return door
    },
    /** A member without a card who has a grant. */
    aUser: async (deviceId: number, facts: MemberFacts = {}) => {
      const member = await aMember(db, { cards: [], ...facts })
      await aGrant(db, { memberId: member.id, deviceId })
      return member
    },
    sessionsOf: (deviceId: number) =>
      db.selectFrom('interlock_sessions').selectAll().where('device_id', '=', deviceId).orderBy('started_at').execute(),
    swipesOf: (deviceId: number) =>
      db
        .selectFrom('swipes')
        .select(['member_id', 'outcome', 'refusal'])
        .where('device_id', '=', deviceId)
        .orderBy('id')
        .execute(),
    eventsOf: async (deviceId: number) =>
      (
        await db
          .selectFrom('audit_events')
          .select('event')
          .where('subject_kind', '=', 'device')
          .where('subject_id', '=', deviceId)
          .orderBy('id')
          .execute()
      ).map(({ event }) => event),
  }
}
