import type { RelaySettings } from '@spacekeeper/contract/drivers.ts'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { deviceChanges } from '../devices/channels.ts'
import { aDoor, aGrant } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { aDriver } from './factory.ts'

type Portal = { db: Kysely<Database>; services: Services }
type Reach = { settings: RelaySettings; secret?: string }

/** Relays of a portal for tests, with whoever may use them. */
export const relayScene = ({ db, services }: Portal) => {
  const seenOf = async (deviceId: number) =>
    (await db.selectFrom('devices').select('last_seen_at').where('id', '=', deviceId).executeTakeFirst())?.last_seen_at
  const reach = async (deviceId: number, { settings, secret }: Reach) => {
    const { secretKey } = services
    await aDriver(db, { deviceId, settings, secretKey, ...(secret !== undefined && { secret }) })
    await services.live.send([deviceChanges.notice({ deviceIds: [deviceId] })])
  }
  const arrived = async (deviceId: number) => {
    await expect.poll(() => seenOf(deviceId), { timeout: 5_000 }).toBeTruthy()
  }
  return {
    /** A machine behind a driver, once it answered. */
    aRelayMachine: async (how: Reach, facts: Parameters<typeof aMachine>[1] = {}) => {
      const machine = await aMachine(db, facts)
      await reach(machine.id, how)
      await arrived(machine.id)
      return machine
    },
    aRelayDoor: async (how: Reach, facts: Parameters<typeof aDoor>[1] = {}) => {
      const door = await aDoor(db, facts)
      await reach(door.id, how)
      await arrived(door.id)
      return door
    },
    /** A member without a card who was given a device. */
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
