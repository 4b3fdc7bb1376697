import { randomUUID } from 'node:crypto'
import { ToVending } from '@spacekeeper/contract/vending/shapes.ts'
import { openDeviceLink, type DeviceLink } from './device-link.ts'
import { watchState } from './watch-state.ts'

/** What stands in the machine, and what the machine itself charges for it. */
export type Slot = { id: string; name: string; priceCents: number; left: number }

export type VendingMachineOptions = {
  /** Address of the portal, `ws://…` or `http://…`. */
  server: string
  serial: string
  key: string
  slots: readonly Slot[]
  ipAddress?: string
  pingMs?: number
  silenceMs?: number
  reconnectMs?: number
  /** So long it waits for an answer to a sale before it asks again. */
  answerMs?: number
  /** How long a member may choose after holding the card to it. */
  choiceMs?: number
  onEvent?: (event: VendingEvent) => void
}

export type VendingEvent = { text: string }

/** A sale that the portal has not answered. It is asked for under the same name until it has. */
type Sale = { requestId: string; card: string; slotId: string; priceCents: number }

export type VendingState = {
  isConnected: boolean
  isAuthorised: boolean
  isLockedOut: boolean
  display: string
  /** Whose card is in use, and what it can spend; null while no card is held to it. */
  card: string | null
  balanceCents: number | null
  sale: Sale | null
  slots: readonly Slot[]
  /** Ids of the slots of what fell into the tray, oldest first. */
  dispensed: readonly string[]
}

export type VendingMachine = {
  /** Holds a card to the reader: asks what it can spend. */
  swipe: (card: string) => 'asked' | 'notReported'
  /** Presses the button of a slot: asks for its price, and gives out what is in it once that is booked. */
  select: (slotId: string) => 'asked' | 'noCard' | 'noSuchSlot' | 'soldOut' | 'busy'
  state: () => VendingState
  events: readonly VendingEvent[]
  until: (condition: (state: VendingState) => boolean, timeoutMs?: number) => Promise<VendingState>
  close: () => Promise<void>
}

const idle = 'Hold your card to the reader'
const money = (cents: number) => (cents / 100).toFixed(2)

type VendingMachineParts = {
  watched: ReturnType<typeof watchState<VendingState, VendingEvent>>
  link: () => DeviceLink
  choosing: { timer: NodeJS.Timeout | undefined; choiceMs: number }
}

const rest = { card: null, balanceCents: null, sale: null }

const give = ({ watched }: VendingMachineParts, sale: Sale, balance: number) => {
  const { slots, dispensed } = watched.now()
  const name = slots.find(({ id }) => id === sale.slotId)?.name ?? sale.slotId
  watched.change(
    {
      ...rest,
      slots: slots.map((slot) => (slot.id === sale.slotId ? { ...slot, left: slot.left - 1 } : slot)),
      dispensed: [...dispensed, sale.slotId],
      display: `Enjoy! ${money(balance)} left`,
    },
    { text: `gives out ${name} for ${money(sale.priceCents)}` },
  )
}

const end = ({ watched }: VendingMachineParts, reason: string, display = idle) =>
  watched.change({ ...rest, display }, { text: `sells nothing: ${reason}` })

const ask = ({ watched, link }: VendingMachineParts) => {
  const { sale, isAuthorised } = watched.now()
  if (!sale || !isAuthorised) return
  link().send({
    command: 'debit',
    card_id: sale.card,
    amount: sale.priceCents / 100,
    product_external_id: sale.slotId,
    request_id: sale.requestId,
  })
}

const hearBalance = (parts: VendingMachineParts, balance: number | undefined) => {
  const { watched, choosing } = parts
  // An answer that comes after the sale is about no card that is still in use.
  if (watched.now().card === null) return
  if (balance === undefined) return end(parts, 'invalid_card_id', 'This card buys nothing here')
  clearTimeout(choosing.timer)
  choosing.timer = setTimeout(() => {
    if (watched.now().sale === null) watched.change({ ...rest, display: idle })
  }, choosing.choiceMs)
  choosing.timer.unref()
  return watched.change(
    { balanceCents: balance, display: `${money(balance)} to spend` },
    { text: `${money(balance)} to spend` },
  )
}

type SaidMessage<C> = Extract<Extract<ToVending, { command: unknown }>, { command: C }>

/** An answer to the sale that is under way; one to an older sale says nothing new. */
const hearSale = (
  parts: VendingMachineParts,
  said: SaidMessage<'balance' | 'debit' | 'credit'> | SaidMessage<'rate_limited'>,
) => {
  const { sale } = parts.watched.now()
  if (!sale || said.request_id !== sale.requestId) return
  if (said.command === 'rate_limited') return end(parts, 'rate_limited', 'One moment, please, and again')
  if (said.success) return give(parts, sale, said.balance ?? 0)
  const { reason = 'refused' } = said
  end(parts, reason, reason === 'insufficient_funds' ? `${money(said.balance ?? 0)} is too little` : 'Not sold')
}

const obey = (parts: VendingMachineParts, message: ToVending) => {
  const { watched, link } = parts
  if ('authorised' in message) {
    watched.change({ isAuthorised: message.authorised })
    return message.authorised ? ask(parts) : undefined
  }
  switch (message.command) {
    case 'balance':
      return hearBalance(parts, message.success ? message.balance : undefined)
    case 'debit':
    case 'credit':
    case 'rate_limited':
      return hearSale(parts, message)
    case 'update_device_locked_out':
      return watched.change({ isLockedOut: message.locked_out, display: message.locked_out ? 'Out of order' : idle })
    case 'reboot':
      watched.change({}, { text: 'reboots' })
      return link().restart()
    case 'lock':
    case 'unlock':
      return watched.change({}, { text: `told to ${message.command}` })
    case 'error':
    case 'ping':
    case 'pong':
      return undefined
  }
}

const swipe = ({ watched, link }: VendingMachineParts, card: string) => {
  if (!watched.now().isAuthorised || !link().send({ command: 'balance', card_id: card })) {
    watched.change({ display: 'No line to the portal' }, { text: `card ${card}: the portal could not be asked` })
    return 'notReported' as const
  }
  watched.change({ card, balanceCents: null, display: 'One moment' }, { text: `card ${card}: asks for the balance` })
  return 'asked' as const
}

const select = (parts: VendingMachineParts, slotId: string) => {
  const { watched } = parts
  const { card, balanceCents, sale, slots } = watched.now()
  const slot = slots.find(({ id }) => id === slotId)
  if (sale) return 'busy' as const
  if (!slot) return 'noSuchSlot' as const
  if (slot.left === 0) return 'soldOut' as const
  if (card === null || balanceCents === null) return 'noCard' as const
  watched.change(
    { sale: { requestId: randomUUID(), card, slotId, priceCents: slot.priceCents }, display: 'One moment' },
    { text: `${slot.name} is wanted` },
  )
  ask(parts)
  return 'asked' as const
}

/** A vending machine as its controller behaves: it gives out only what is booked, and asks again for what was not answered. */
export const startVendingMachine = (options: VendingMachineOptions): VendingMachine => {
  const watched = watchState<VendingState, VendingEvent>({
    initial: {
      isConnected: false,
      isAuthorised: false,
      isLockedOut: false,
      display: idle,
      ...rest,
      slots: options.slots,
      dispensed: [],
    },
    describe: (state) => JSON.stringify(state),
    onEvent: options.onEvent,
  })
  const choosing = { timer: undefined, choiceMs: options.choiceMs ?? 30_000 }
  const parts: VendingMachineParts = { watched, link: () => link, choosing }
  const link = openDeviceLink({
    kind: 'memberbucks',
    server: options.server,
    serial: options.serial,
    key: options.key,
    ipAddress: options.ipAddress ?? '127.0.0.1',
    pingMs: options.pingMs ?? 5_000,
    silenceMs: options.silenceMs ?? 15_000,
    reconnectMs: options.reconnectMs ?? 5_000,
    onMessage: (raw) => {
      const message = ToVending.safeParse(raw)
      if (message.success) obey(parts, message.data)
    },
    onState: (line) =>
      watched.change(line === 'connected' ? { isConnected: true } : { isConnected: false, isAuthorised: false }, {
        text: line === 'connected' ? 'has reached the portal' : 'has lost the portal',
      }),
  })
  const asking = setInterval(() => ask(parts), options.answerMs ?? 5_000)

  return {
    swipe: (card) => swipe(parts, card),
    select: (slotId) => select(parts, slotId),
    state: watched.now,
    events: watched.events,
    until: watched.until,
    close: () => {
      clearInterval(asking)
      clearTimeout(parts.choosing.timer)
      return link.close()
    },
  }
}
