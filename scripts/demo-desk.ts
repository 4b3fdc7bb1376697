import type { Services } from '../server/src/platform/ctx.ts'
import { personas } from '../server/src/seed/personas.ts'
import type { CardReader } from '../simulators/src/card-reader.ts'
import {
  viewCardReader,
  viewDoor,
  viewMachine,
  viewPlug,
  viewVending,
  type DeskCard,
} from '../simulators/src/desk-view.ts'
import type { DoorProcess } from '../simulators/src/door-process.ts'
import type { MachineProcess } from '../simulators/src/machine-process.ts'
import type { Relay } from '../simulators/src/relay.ts'
import type { OnDesk } from '../simulators/src/serve-desk.ts'
import type { VendingProcess } from '../simulators/src/vending-process.ts'

const unknownCard: DeskCard = { number: '9999', name: 'A new card', is: 'not assigned yet', balanceCents: null }
const isByEmail = new Map(Object.values(personas).map(({ email, is }) => [email, is]))
/** As many as fit on a desk; the personas come first. */
const enough = 12

/** The cards of the people of the demonstration, as they are now, and an unknown one. */
export const listDeskCards = async ({ db }: Services): Promise<DeskCard[]> => {
  const rows = await db
    .selectFrom('cards as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .leftJoin('balances as b', 'b.member_id', 'm.id')
    .select(['c.number', 'm.first_name', 'm.last_name', 'm.email', 'b.balance_cents'])
    .where('c.ended_at', 'is', null)
    .orderBy('m.id')
    .limit(enough)
    .execute()
  const cards = rows.map(({ number, first_name, last_name, email, balance_cents }) => ({
    number,
    name: `${first_name} ${last_name}`,
    is: isByEmail.get(email ?? '') ?? 'member',
    balanceCents: balance_cents ?? 0,
  }))
  return cards.some(({ number }) => number === unknownCard.number) ? cards : [...cards, unknownCard]
}

/** What a reader did with a card, in words. */
export const describeSwipe = (answer: Awaited<ReturnType<(DoorProcess | MachineProcess)['swipe']>>): string => {
  if ('isReported' in answer) return `${answer.outcome}${answer.isReported ? '' : ' (the portal could not be told)'}`
  return answer.refusal === null ? answer.outcome : `${answer.outcome}: ${answer.refusal.replaceAll('_', ' ')}`
}

const swipeOf = (reader: DoorProcess | MachineProcess) => async (card: string) =>
  `Card ${card}: ${describeSwipe(await reader.swipe(card))}`

export const doorOnDesk = (door: DoorProcess): OnDesk => ({
  name: door.name,
  view: async () => viewDoor(await door.state()),
  swipe: swipeOf(door),
})

export const machineOnDesk = (machine: MachineProcess): OnDesk => ({
  name: machine.name,
  view: async () => viewMachine(await machine.state()),
  swipe: swipeOf(machine),
})

export const vendingOnDesk = (machine: VendingProcess): OnDesk => ({
  name: machine.name,
  view: async () => viewVending(await machine.state()),
  swipe: async (card) => (await machine.swipe(card)).display,
  choose: async (slot) => {
    const { outcome, display } = await machine.select(slot)
    return outcome === 'noCard' ? 'Hold a card to it first.' : display
  },
})

/** Beside a kiosk, which is any browser that opens /kiosk and uses this reader. */
export const cardReaderOnDesk = (reader: CardReader): OnDesk => ({
  name: 'Reader of a kiosk',
  view: async () => viewCardReader({ url: reader.url, ...reader.state() }),
  swipe: async (card) => `Card ${card}: ${reader.swipe(card) ? 'read' : 'nothing listens'}`,
})

export const plugOnDesk = (name: string, relay: Relay): OnDesk => ({
  name,
  view: async () =>
    viewPlug({
      isOn: relay.isOn(),
      energyKwh: relay.energyKwh(),
      powerWatts: relay.powerWatts(),
      events: relay.events.map(({ text }) => text),
    }),
  choose: async () => {
    relay.press()
    return relay.isOn() ? 'Pressed: on' : 'Pressed: off'
  },
})
