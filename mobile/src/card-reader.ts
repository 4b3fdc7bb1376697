import { CapacitorNfc, type NfcEvent } from '@capgo/capacitor-nfc'
import type { PhoneCardReader } from '@spacekeeper/contract/mobile-shell.ts'

const asHex = (bytes: number[]) =>
  bytes
    .map((byte) => (byte & 0xff).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

type CardWait = { signal: AbortSignal; heard: (number: string) => void; failed: (reason: unknown) => void }

/** What reads until it is stopped. */
const waitForCard = async ({ signal, heard, failed }: CardWait) => {
  const onCard = ({ tag }: NfcEvent) => {
    if (tag.id && tag.id.length > 0) heard(asHex(tag.id))
  }
  const added = await Promise.all([
    CapacitorNfc.addListener('nfcEvent', onCard),
    // iOS has a window of its own, which the member may close.
    CapacitorNfc.addListener('nfcSessionEnd', () => failed(new Error('reading was ended'))),
  ])
  signal.addEventListener('abort', () => failed(signal.reason), { once: true })
  await CapacitorNfc.startScanning({ iosSessionType: 'tag', iosPollingOptions: ['iso14443', 'iso15693'] })
  return async () => {
    for (const { remove } of added) await remove()
    await CapacitorNfc.stopScanning().catch(() => null) // iOS has ended it by itself
  }
}

const readNumber = async (signal: AbortSignal): Promise<string> => {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const stop = await waitForCard({ signal, heard: resolve, failed: reject })
  try {
    return await promise
  } finally {
    await stop()
  }
}

const isOn = async () => (await CapacitorNfc.getStatus()).status === 'NFC_OK'

/** Reads cards where the phone has what it takes. */
export const findCardReader = async (): Promise<PhoneCardReader | null> => {
  const { supported } = await CapacitorNfc.isSupported().catch(() => ({ supported: false }))
  return supported ? { isOn, readNumber } : null
}
