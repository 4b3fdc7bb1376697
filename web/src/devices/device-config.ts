import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'

type DeviceConnection = { kind: DeviceKind; serial: string; key: string; address: URL }

/** What a device needs to know to connect. */
const factsOf = ({ kind, serial, key, address }: DeviceConnection) => {
  const isSafe = address.protocol === 'https:'
  return {
    host: address.hostname,
    port: Number(address.port) || (isSafe ? 443 : 80),
    tls: isSafe,
    path: `/ws/access/${kind}/${serial}`,
    serial,
    key,
  }
}

/** The configuration of a device in the forms that firmware takes: an object, or definitions for a compiler. */
export const deviceConfig = (connection: DeviceConnection): { json: string; header: string } => {
  const facts = factsOf(connection)
  const lines = Object.entries(facts).map(([name, value]) => {
    const word = typeof value === 'boolean' ? Number(value) : JSON.stringify(value)
    return `#define SPACEKEEPER_${name.toUpperCase()} ${word}`
  })
  return { json: JSON.stringify(facts, null, 2), header: lines.join('\n') }
}
