import type { Desk, DeskCard, DeskDevice } from '../src/desk-view.ts'

/** In the hand now. */
let held: string | null = null
const money = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const place = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no ${id}`)
  return found
}

const make = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** What is drawn once and then only changed, so that no click and no focus is lost. */
type HardwarePart<T> = { root: HTMLElement; show: (thing: T) => void }

/** Texts are set only when they are others: a screen reader would read them again. */
const write = (at: HTMLElement, text: string) => {
  if (at.textContent !== text) at.textContent = text
}

const keep = <T extends { id: string }>(at: HTMLElement, create: (thing: T) => HardwarePart<T>) => {
  const parts = new Map<string, HardwarePart<T>>()
  return (things: readonly T[]) => {
    for (const thing of things) {
      const part = parts.get(thing.id) ?? create(thing)
      if (!parts.has(thing.id)) at.append(part.root)
      parts.set(thing.id, part)
      part.show(thing)
    }
  }
}

const createCard = (card: DeskCard & { id: string }): HardwarePart<DeskCard & { id: string }> => {
  const small = make('small', {})
  const button = make('button', { className: 'card', type: 'button' }, card.name, small)
  button.setAttribute('role', 'radio')
  button.addEventListener('click', () => {
    held = held === card.number ? null : card.number
    draw()
  })
  return {
    root: button,
    show: ({ number, is, balanceCents }) => {
      const balance = balanceCents === null ? '' : ` · balance ${money.format(balanceCents / 100)}`
      write(small, `${number} · ${is}${balance}`)
      button.setAttribute('aria-checked', String(held === number))
    },
  }
}

const act = async (device: DeskDevice, input: { body: object; answer: HTMLElement }) => {
  const answer = await fetch(`/demo/hardware/${device.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input.body),
  })
  const said: { answer: string } = await answer.json()
  input.answer.textContent = said.answer
}

type DeskChoice = DeskDevice['choices'][number]

const createChoice =
  (choose: (id: string) => void) =>
  ({ id }: DeskChoice): HardwarePart<DeskChoice> => {
    const button = make('button', { type: 'button' })
    button.addEventListener('click', () => choose(id))
    return {
      root: button,
      show: ({ label, isSoldOut }) => {
        write(button, label)
        button.disabled = isSoldOut
      },
    }
  }

const createReader = (hold: (card: string) => void): HardwarePart<DeskDevice> => {
  const reader = make('button', { type: 'button' })
  reader.addEventListener('click', () => {
    if (held !== null) hold(held)
  })
  return {
    root: reader,
    show: ({ hasReader }) => {
      reader.hidden = !hasReader
      reader.disabled = held === null
      write(reader, held === null ? 'Take a card first' : `Hold card ${held} here`)
    },
  }
}

const createDevice = (device: DeskDevice): HardwarePart<DeskDevice> => {
  const lamp = make('span', { className: 'lamp' })
  const relay = make('p', {})
  const display = make('p', {})
  const answer = make('p', { className: 'answer' })
  answer.setAttribute('role', 'status')
  const choices = make('div', { className: 'choices' })
  const showChoices = keep(
    choices,
    createChoice((choice) => void act(device, { body: { choice }, answer })),
  )
  const reader = createReader((card) => void act(device, { body: { card }, answer }))
  const events = make('ol', {})
  const root = make(
    'article',
    { className: 'device' },
    make('div', { className: 'top' }, lamp, make('div', {}, make('h3', {}, device.name), device.kind)),
    make('div', { className: 'display' }, relay, display, answer),
    choices,
    reader.root,
    make('details', {}, make('summary', {}, 'What happened'), events),
  )
  return {
    root,
    show: (now) => {
      lamp.dataset['light'] = now.light
      write(relay, now.relay)
      write(display, now.display)
      choices.hidden = now.choices.length === 0
      showChoices(now.choices)
      reader.show(now)
      events.replaceChildren(...now.events.map((text) => make('li', {}, text)))
    },
  }
}

let desk: Desk = { cards: [], devices: [] }
const showCards = keep(place('cards'), createCard)
const showDevices = keep(place('devices'), createDevice)

const draw = () => {
  showCards(desk.cards.map((card) => ({ ...card, id: card.number })))
  showDevices(desk.devices)
}

const events = new EventSource('/demo/hardware/events')
events.addEventListener('message', ({ data }: MessageEvent<string>) => {
  desk = JSON.parse(data)
  write(place('line'), '')
  draw()
})
events.addEventListener('error', () => {
  write(place('line'), 'The demonstration does not answer. Is it still running?')
})
