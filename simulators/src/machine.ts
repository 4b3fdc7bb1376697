import { ToInterlock } from '@spacekeeper/contract/interlocks/shapes.ts'
import { openDeviceLink, type DeviceLink } from './device-link.ts'
import { createMeter } from './meter.ts'
import { watchState } from './watch-state.ts'

export type MachineOptions = {
  /** Address of the portal, `ws://…` or `http://…`. */
  server: string
  serial: string
  key: string
  ipAddress?: string
  /** What the meter has counted over its life so far, and what the machine draws while it runs. */
  meterKwh?: number
  drawKw?: number
  pingMs?: number
  updateMs?: number
  silenceMs?: number
  reconnectMs?: number
  onEvent?: (event: MachineEvent) => void
}

export type MachineEvent = { text: string }

export type MachineState = {
  isConnected: boolean
  isAuthorised: boolean
  isLockedOut: boolean
  /** The relay. */
  isOn: boolean
  /** The use that runs; null while it stands still, or when staff switched it on. */
  sessionId: string | null
  /** A start that waits for its answer. */
  isAsking: boolean
  /** Why the last start was refused. */
  refusal: string | null
  meterKwh: number
}

/** What the portal said to a start, or that a use was ended. */
export type MachineSwipe = 'asked' | 'ended' | 'notReported'

export type Machine = {
  /** Holds a card to the reader: asks to start, or ends what runs. */
  swipe: (card: string) => MachineSwipe
  state: () => MachineState
  events: readonly MachineEvent[]
  until: (condition: (state: MachineState) => boolean, timeoutMs?: number) => Promise<MachineState>
  close: () => Promise<void>
}

const initial: MachineState = {
  isConnected: false,
  isAuthorised: false,
  isLockedOut: false,
  isOn: false,
  sessionId: null,
  isAsking: false,
  refusal: null,
  meterKwh: 0,
}

type MachineParts = {
  watched: ReturnType<typeof watchState<MachineState, MachineEvent>>
  meter: ReturnType<typeof createMeter>
  link: () => DeviceLink
}

const turnOn = ({ watched, meter }: MachineParts, sessionId: string | null, text: string) => {
  meter.turn(true)
  watched.change({ isOn: true, sessionId, isAsking: false, refusal: null }, { text })
}

/** Stops; its user is told to be done, by this card if there is one. */
const turnOff = ({ watched, meter, link }: MachineParts, input: { card: string | null; text: string }) => {
  const { isOn, sessionId } = watched.now()
  meter.turn(false)
  if (sessionId !== null) {
    const session_kwh = meter.read()
    link().send({ command: 'interlock_session_end', session_id: sessionId, session_kwh, card_id: input.card })
  } else if (isOn) link().send({ command: 'interlock_off' })
  watched.change({ isOn: false, sessionId: null, meterKwh: meter.read() }, { text: input.text })
}

const obey = (parts: MachineParts, message: ToInterlock) => {
  const { watched, link } = parts
  if ('authorised' in message) return watched.change({ isAuthorised: message.authorised })
  switch (message.command) {
    case 'interlock_session_start':
      return turnOn(parts, message.session_id, 'starts')
    case 'interlock_session_rejected':
      return watched.change({ isAsking: false, refusal: message.reason }, { text: `refused: ${message.reason}` })
    case 'update_device_locked_out':
      return watched.change({ isLockedOut: message.locked_out })
    case 'lock':
      return watched.now().isOn ? turnOff(parts, { card: null, text: 'told to lock' }) : undefined
    case 'unlock':
      return watched.now().isOn ? undefined : turnOn(parts, null, 'switched on by staff')
    case 'reboot':
      turnOff(parts, { card: null, text: 'reboots' })
      return link().restart()
    case 'error':
      return watched.change({ isAsking: false }, { text: 'the portal did not understand' })
    case 'interlock_session_update':
    case 'interlock_session_end':
    case 'ping':
    case 'pong':
      return undefined
  }
}

const swipe = (parts: MachineParts, card: string): MachineSwipe => {
  const { watched, link } = parts
  if (watched.now().isOn) {
    turnOff(parts, { card, text: `card ${card}: stops` })
    return 'ended'
  }
  if (!watched.now().isAuthorised || !link().send({ command: 'interlock_session_start', card_id: card })) {
    watched.change({}, { text: `card ${card}: the portal could not be asked` })
    return 'notReported'
  }
  watched.change({ isAsking: true, refusal: null }, { text: `card ${card}: asks to start` })
  return 'asked'
}

/** A machine as its controller behaves: it asks before each start, reports while it runs, and obeys. */
export const startMachine = (options: MachineOptions): Machine => {
  const meter = createMeter(options)
  const watched = watchState<MachineState, MachineEvent>({
    initial: { ...initial, meterKwh: meter.read() },
    describe: (state) => JSON.stringify(state),
    onEvent: options.onEvent,
  })
  const parts: MachineParts = { watched, meter, link: () => link }
  const link = openDeviceLink({
    kind: 'interlock',
    server: options.server,
    serial: options.serial,
    key: options.key,
    ipAddress: options.ipAddress ?? '127.0.0.1',
    pingMs: options.pingMs ?? 10_000,
    silenceMs: options.silenceMs ?? 30_000,
    reconnectMs: options.reconnectMs ?? 10_000,
    onMessage: (raw) => {
      const message = ToInterlock.safeParse(raw)
      if (message.success) obey(parts, message.data)
    },
    onState: (line) =>
      watched.change(
        line === 'connected' ? { isConnected: true } : { isConnected: false, isAuthorised: false, isAsking: false },
        { text: line === 'connected' ? 'has reached the portal' : 'has lost the portal' },
      ),
  })
  const reporting = setInterval(() => {
    const { sessionId } = watched.now()
    if (sessionId === null) return
    const session_kwh = meter.read()
    watched.change({ meterKwh: session_kwh })
    link.send({ command: 'interlock_session_update', session_id: sessionId, session_kwh })
  }, options.updateMs ?? 10_000)

  return {
    swipe: (card) => swipe(parts, card),
    state: watched.now,
    events: watched.events,
    until: watched.until,
    close: () => {
      clearInterval(reporting)
      return link.close()
    },
  }
}
