import type { DeviceKind } from '@spacekeeper/contract/devices.ts'

type Wanted = { kind: DeviceKind; serial: string; key: string; address: URL }

/** What a device needs to know to connect, as the browser reaches the portal. */
const factsOf = ({ kind, serial, key, address }: Wanted) => {
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
export const writeConfig = (wanted: Wanted): { json: string; header: string } => {
  const facts = factsOf(wanted)
  const lines = Object.entries(facts).map(([name, value]) => {
    const word = typeof value === 'boolean' ? Number(value) : JSON.stringify(value)
    return `#define SPACEKEEPER_${name.toUpperCase()} ${word}`
  })
  return { json: JSON.stringify(facts, null, 2), header: lines.join('\n') }
}
