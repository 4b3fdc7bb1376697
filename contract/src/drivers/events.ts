import { type EventWords, say } from '../event.ts'

export const driversEvents = {
  'door.opened': say('devices', '{actor} opened {subject} in the portal'),
  'interlock.started': say('devices', '{actor} started {subject} in the portal'),
  'interlock.stopped': say('devices', '{actor} stopped {subject} in the portal'),
  'device.driverChanged': say('devices', '{actor} changed the connection of {subject}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
