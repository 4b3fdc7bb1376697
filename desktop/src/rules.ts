/** What may be opened on the shared screen: pages of the portal, and nothing else. */
export function isOfPortal(address: string, portal: URL): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === portal.origin
}

/** A card reader is reached over a serial line, as a HID device, or by WebSocket in the local network. */
const readerPermissions = new Set(['serial', 'hid', 'local-network', 'local-network-access', 'loopback-network'])

export const mayAsk = (permission: string, origin: string, portal: URL): boolean =>
  readerPermissions.has(permission) && isOfPortal(origin, portal)

export type ReaderPort = { portId: string; vendorId?: string }

/** A kiosk has one reader and no one to choose: the first port that is a device of its own, then any. */
export const chooseSerialPort = (ports: readonly ReaderPort[]): string =>
  (ports.find(({ vendorId }) => vendorId !== undefined) ?? ports[0])?.portId ?? ''

export type Backoff = { firstMs: number; mostMs: number }

/** Twice as long after each failure in a row. */
export const delayAfter = (failures: number, { firstMs, mostMs }: Backoff): number =>
  Math.min(firstMs * 2 ** Math.max(0, failures - 1), mostMs)

const ipv4 = /^\d+\.\d+\.\d+\.\d+$/
const privateRange = /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./
const localName = /^(localhost|[^.]+|.+\.(local|lan|home\.arpa|internal))$/

const privateIpv6 = /^\[(::1|f[cd][0-9a-f]{2}:.*|fe80:.*)\]$/

/** In the network the kiosk stands in, where a portal may do without a certificate. */
function isNearby(hostname: string): boolean {
  if (hostname.startsWith('[')) return privateIpv6.test(hostname)
  return ipv4.test(hostname) ? privateRange.test(hostname) : localName.test(hostname)
}

export type PortalAddress = { portal: URL } | { problem: string }

/** The portal's address as people type it: without `https://`, with a page behind it. */
export function readAddress(text: string): PortalAddress {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '')
    return { problem: `“${trimmed}” is not the address of a portal; expected one like https://portal.example.org` }
  if (url.username !== '' || url.password !== '')
    return { problem: 'The address of the portal holds a name or a password; leave them away.' }
  if (url.protocol === 'http:' && !isNearby(url.hostname))
    return { problem: `${url.hostname} is reached over the internet, so its address has to begin with https://` }
  return { portal: new URL(url.origin) }
}

export type Identity = { kioskId: string; from: 'hardware' | 'chance' }

const unusable = /^(00:)+00$|^(ff:)+ff$/
/** Made up by software when this bit is set: a container's, a machine's in a machine, a phone's for one network. */
const locallyAdministered = 0b10
const groupAddress = 0b01

export type Interface = { mac: string; internal: boolean }

/** Addresses that belong to the hardware, in an order that does not depend on the names of the interfaces. */
export function hardwareAddresses(interfaces: readonly Interface[]): string[] {
  const usable = interfaces.filter(({ mac, internal }) => {
    const first = Number.parseInt(mac.slice(0, 2), 16)
    return (
      !internal &&
      /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(mac) &&
      !unusable.test(mac.toLowerCase()) &&
      (first & (locallyAdministered | groupAddress)) === 0
    )
  })
  return [...new Set(usable.map(({ mac }) => mac.toLowerCase()))].toSorted()
}

/**
 * Who this computer is. What was chosen once stays, also while its network card is off or another one is plugged in; a
 * disk copied to another computer does not take the name along.
 */
export function decideIdentity(input: {
  hashes: readonly string[]
  stored: Identity | undefined
  chance: () => string
}): Identity {
  const { hashes, stored } = input
  const [first] = hashes
  const isMoved = stored?.from === 'hardware' && first !== undefined && !hashes.includes(stored.kioskId)
  if (stored && !isMoved) return stored
  return first === undefined ? { kioskId: input.chance(), from: 'chance' } : { kioskId: first, from: 'hardware' }
}
