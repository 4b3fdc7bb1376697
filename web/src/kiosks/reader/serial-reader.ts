import { parseLine, type ReaderEvents } from './card-lines.ts'

type Port = {
  open: (how: { baudRate: number }) => Promise<void>
  close: () => Promise<void>
  readable: ReadableStream<Uint8Array> | null
}

type Serial = { getPorts: () => Promise<Port[]>; requestPort: () => Promise<Port> }

const baudRate = 9600

const retryMs = 5000

/** Web Serial, which the library of types does not know yet. */
const serialOf = () => ('serial' in navigator ? (navigator.serial as Serial) : null) // the part of the standard used here

export const hasSerial = (): boolean => serialOf() !== null

/** Asks which port the reader is on; the browser remembers it. Only after a click. */
export const chooseSerial = async (): Promise<void> => void (await serialOf()?.requestPort())

/** Reads lines until the port is gone. */
const readLines = async (port: Port, onLine: (line: string) => void) => {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of port.readable ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}

/** A reader on a serial port: the first one this page was given. */
export const openSerial = ({ onCard, onState }: ReaderEvents): (() => void) => {
  let isStopped = false
  let port: Port | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const hear = (line: string) => {
    const parsed = parseLine(line)
    if (typeof parsed === 'object') onCard(parsed.card)
  }
  const read = async () => {
    port = (await serialOf()?.getPorts())?.[0]
    if (!port || isStopped) return
    await port.open({ baudRate })
    onState('ready')
    await readLines(port, hear)
  }
  const run = () => {
    const again = () => {
      if (isStopped) return
      onState('gone')
      timer = setTimeout(run, retryMs)
    }
    read().then(again, again)
  }
  run()
  return () => {
    isStopped = true
    clearTimeout(timer)
    port?.close().catch(() => undefined) // a port that is read from cannot be closed; it goes with the page
  }
}
