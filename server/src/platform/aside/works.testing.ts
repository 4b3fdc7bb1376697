// On its own: it is loaded by another thread.
import { isMainThread } from 'node:worker_threads'

export const double = (count: number) => ({ count: count * 2, isMainThread })

/** Works and never stops. */
export const spin = (_input: null): never => {
  for (;;);
}

/** Takes memory until there is none. */
export const swell = (_input: null): never => {
  const taken: string[][] = []
  for (;;) taken.push(Array.from({ length: 100_000 }, (_, at) => `${taken.length} ${at}`))
}

export const fail = (text: string): never => {
  throw new Error(text)
}
