import { spawn, type ChildProcess } from 'node:child_process'
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
const running = new Set<() => Promise<void>>()

const end = async (process: ChildProcess) => {
  if (process.exitCode !== null || process.signalCode !== null) return
  const hasEnded = once(process, 'exit')
  if (process.connected) process.disconnect()
  const late = setTimeout(() => process.kill('SIGKILL'), graceMs)
  await hasEnded
  clearTimeout(late)
}

/** Starts a program of this folder in a process of its own and speaks to it. Its output goes to our standard error. */
export const startChild = <C extends BenchCalls>(
  program: URL,
  options: { args?: readonly string[]; nodeArgs?: readonly string[] } = {},
): Child<C> => {
  const { args = [], nodeArgs = [] } = options
  const child = spawn(process.execPath, [...nodeArgs, fileURLToPath(program), ...args], {
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

  const stop = async () => {
    await end(child)
    running.delete(stop)
  }
  running.add(stop)
  return {
    call: (name, ...input) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve: (result) => resolve(result as never), reject }) // what the call of that name returned
        if (!child.connected) return fail('has ended')
        child.send({ id, name, input: input[0] }, (error) => error && fail(error.message))
      }),
    stop,
  }
}

/** Ends every process that is still running, the youngest first. */
export const stopChildren = async () => {
  for (const stop of [...running].toReversed()) await stop()
}
