import type { z } from 'zod'

/** PostgreSQL refuses a notification of 8,000 bytes or more. */
const maxBytes = 7900

/** Something to be told to every process. Made by a channel, sent by change(), record() or live.send(). */
export type Notice = { readonly text: string }

export type Channel<S extends z.ZodType = z.ZodType> = {
  name: string
  schema: S
  notice: (payload: z.input<S>) => Notice
}

/** Declares what is told between processes under a name. Long lists are split by whoever calls. */
export const channel = <S extends z.ZodType>(name: string, schema: S): Channel<S> => ({
  name,
  schema,
  notice: (payload) => {
    const text = JSON.stringify([name, schema.parse(payload)])
    if (Buffer.byteLength(text) > maxBytes) throw new Error(`a notice on ${name} is longer than ${maxBytes} bytes`)
    return { text }
  },
})
