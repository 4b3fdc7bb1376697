/** Many machines in one process: cards are held to them at a steady rate. */
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { serveCalls } from './calls.ts'
import { clockMs, percentile } from './stats.ts'

type MachineAddress = { url: string; key: string }
type Reply = Record<string, unknown>
type OpenMachine = {
  ask: (message: { command: string } & Reply) => Promise<Reply>
  /** It is turned on again only once it stands still. */
  lastUse: Promise<unknown>
  close: () => void
}

const machines: OpenMachine[] = []
const parse = (data: unknown): Reply => Object(JSON.parse(String(data))) as Reply // whatever the server says
const rejected = 'interlock_session_rejected'

/** Resolves once it is told whether it is locked out. */
const openMachine = ({ url, key }: MachineAddress): Promise<OpenMachine> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    let asked: unknown
    let answer: ((reply: Reply) => void) | undefined
    const machine: OpenMachine = {
      ask: (message) =>
        new Promise((answered) => {
          asked = message.command
          answer = answered
          socket.send(JSON.stringify(message))
        }),
      lastUse: Promise.resolve(),
      close: () => socket.terminate(),
    }
    socket.on('message', (data) => {
      const reply = parse(data)
      if (reply['command'] === 'update_device_locked_out') resolve(machine)
      else if (reply['command'] === asked || reply['command'] === rejected) answer?.(reply)
    })
    socket.once('open', () => socket.send(JSON.stringify({ command: 'authenticate', secret_key: key })))
    socket.on('error', reject)
    socket.once('close', () => reject(new Error(`${url} was closed`)))
  })

/** One use: how long the decision took, in ms. */
const useOnce = async (machine: OpenMachine, card: string): Promise<number> => {
  const askedAt = clockMs()
  const reply = await machine.ask({ command: 'interlock_session_start', card_id: card })
  const decidedAt = clockMs()
  if (typeof reply['session_id'] !== 'string') throw new Error(`a start was refused: ${String(reply['reason'])}`)
  await machine.ask({
    command: 'interlock_session_end',
    session_id: reply['session_id'],
    session_kwh: 1,
    card_id: card,
  })
  return decidedAt - askedAt
}

const calls = {
  connect: async (input: { machines: MachineAddress[] }) => {
    machines.push(...(await Promise.all(input.machines.map(openMachine))))
  },
  /** Starts and ends uses of machine after machine by card after card, so many starts a second. */
  start: async (input: { perSecond: number; seconds: number; cards: number }) => {
    const { perSecond, seconds, cards } = input
    const startedAt = clockMs()
    const uses: Promise<number>[] = []
    for (let turn = 0; turn < perSecond * seconds; turn += 1) {
      const wait = startedAt + (turn * 1_000) / perSecond - clockMs()
      if (wait > 0) await sleep(wait)
      const machine = machines[turn % machines.length]
      const card = String(((turn * 37) % cards) + 1).padStart(10, '0')
      if (!machine) continue
      const use = machine.lastUse.then(() => useOnce(machine, card))
      machine.lastUse = use
      uses.push(use)
    }
    const times = await Promise.all(uses)
    const achieved = times.length / ((clockMs() - startedAt) / 1_000)
    return { perSecond: achieved, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
  },
}
export type MachineCalls = typeof calls

serveCalls(calls, async () => {
  for (const machine of machines) machine.close()
})
