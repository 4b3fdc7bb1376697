import { z } from 'zod'

/** PostgreSQL refuses a notification of 8,000 bytes or more. */
const maxBytes = 7900

/** Something to be told to every process. Made by a channel, sent by change(), record() or live.send(). */
export type Notice = { readonly text: string } & Readonly<NoticeTiming>

type NoticeTiming = {
  /** The process that speaks hears it before its change() resolves, and once more with all others. */
  isHeardAtOnce: boolean
  /** It is told right after the commit, not with it: commits with a notice queue behind one another. Lost if the process dies in between. */
  isToldLater: boolean
}

/** The write of a member's page that a notice is of, as long as its answer is still to come. */
export const NoticeCause = z.object({ memberId: z.number(), requestId: z.string() })
export type NoticeCause = z.infer<typeof NoticeCause>

export type Channel<S extends z.ZodType = z.ZodType> = {
  name: string
  schema: S
  notice: (payload: z.input<S>) => Notice
}

/**
 * Declares what is told between processes under a name. Long lists are split by the caller.
 */
export const channel = <S extends z.ZodType>(
  name: string,
  schema: S,
  { isHeardAtOnce = false, isToldLater = false }: Partial<NoticeTiming> = {},
): Channel<S> => ({
  name,
  schema,
  notice: (payload) => {
    const text = JSON.stringify([name, schema.parse(payload)])
    if (Buffer.byteLength(text) > maxBytes) throw new Error(`a notice on ${name} is longer than ${maxBytes} bytes`)
    return { text, isHeardAtOnce, isToldLater }
  },
})

/** As they are sent. What is heard at once goes first: who asks again because of another must not get what was remembered. */
export const textsOf = (notices: readonly Notice[]): string[] =>
  notices.toSorted((a, b) => Number(b.isHeardAtOnce) - Number(a.isHeardAtOnce)).map((notice) => notice.text)

/** The text of a notice with its cause. */
export const withCause = (text: string, cause: NoticeCause | undefined): string =>
  cause ? `${text.slice(0, -1)},${JSON.stringify(cause)}]` : text
