import type { KeepReader, ReaderKind } from './keep-reader.ts'
import { openKeyboard } from './open-keyboard.ts'
import { hasNfc, openNfc } from './open-nfc.ts'
import { hasSerial, openSerial } from './open-serial.ts'
import { openSocket } from './open-socket.ts'

/** What a reader tells the page. `isConnected` is false as soon as it is gone. */
export type ReaderEvents = { onCard: (number: string) => void; onState: (isConnected: boolean) => void }

/** Whether this browser can speak to a kind of reader. */
export const canRead = (kind: ReaderKind): boolean =>
  kind === 'serial' ? hasSerial() : kind === 'nfc' ? hasNfc() : true

/** Listens to the reader beside this screen until the returned function is called. */
export const openReader = (reader: KeepReader, events: ReaderEvents): (() => void) => {
  if (reader.kind === 'keyboard') return openKeyboard(events)
  if (reader.kind === 'serial') return openSerial(events)
  if (reader.kind === 'nfc') return openNfc(reader.form, events)
  return openSocket(reader.url, events)
}
