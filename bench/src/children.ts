import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AnswerMessage, BenchCalls } from './calls.ts'

export type Child<C extends BenchCalls> = {
  call: <K extends keyof C & string>(name: K, ...input: Parameters<C[K]>) => Promise<Awaited<ReturnType<C[K]>>>
  stop: () => Promise<void>
}

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void }

const asAnswer = (message: unknown) => message as AnswerMessage // only calls.ts answers
const graceMs = 20_000
const hasGroups = process.platform !== 'win32'
const running = new Set<ChildProcess>()
let isOver = false

/** Ends what a process left behind as well: a browser may be a script that starts another program. */
const signalGroup = (child: ChildProcess, name: NodeJS.Signals) => {
  if (child.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, name)
    else child.kill(name)
  } catch {
    // All of the group have ended.
  }
}

/** Ends a process: one that is spoken to by cutting the line, others by a signal, and by force when it takes too long. */
export const endProcess = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const hasEnded = once(child, 'exit')
  if (child.connected) child.disconnect()
  else child.kill('SIGTERM')
  const late = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs)
  await hasEnded
  clearTimeout(late)
  signalGroup(child, 'SIGTERM')
}

/** Starts a process that ends with the benchmark at the latest; Ctrl-C does not reach it, but us. */
export const startProcess = (program: string, args: readonly string[], options: SpawnOptions): ChildProcess => {
  if (isOver) throw new Error('The benchmark is over.')
  const child = spawn(program, args, { ...options, detached: hasGroups })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/** Starts a program of this folder in a process of its own and speaks to it. Its output goes to our standard error. */
export const startChild = <C extends BenchCalls>(
  program: URL,
  options: { args?: readonly string[]; nodeArgs?: readonly string[] } = {},
): Child<C> => {
  const { args = [], nodeArgs = [] } = options
  const child = startProcess(process.execPath, [...nodeArgs, fileURLToPath(program), ...args], {
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  const waiting = new Map<number, Waiting>()
  let lastId = 0

  child.on('message', (message) => {
    const { id, result, error } = asAnswer(message)
    const wait = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) wait?.resolve(result)
    else wait?.reject(new Error(error))
  })
  const fail = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(`${program.pathname}: ${reason}`))
    waiting.clear()
  }
  child.once('error', (error) => fail(error.message))
  child.once('exit', (code, signal) => fail(`ended with ${signal ?? code}`))

  return {
    call: (name, ...input) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve: (result) => resolve(result as never), reject }) // what the call of that name returned
        if (!child.connected) return fail('has ended')
        child.send({ id, name, input: input[0] }, (error) => error && fail(error.message))
      }),
    stop: () => endProcess(child),
  }
}

/** Ends every process that is still running, the youngest first. */
export const stopChildren = async () => {
  for (const child of [...running].toReversed()) await endProcess(child)
}

/** The same, and starts no more. */
export const endChildren = async () => {
  isOver = true
  await stopChildren()
}
