import { ErrorBody } from '@spacekeeper/contract/errors.ts'
import { z } from 'zod'

/** What only a library says, and ours where it does not know what a field expects; all else are sentences. */
const libraryWords =
  /invalid (input|option|string|number|key|value|element|discriminator)|received|expected (string|number|one)|too (big|small)|unrecognized|\b(zod|ajv|fastify|FST_|NaN|undefined|content-type|regex|pattern|SyntaxError)\b|unexpected (token|end)|can’t be right/i
const sentence = /^[A-Z\d“][^]*[.?…]$/

/** The first message that no person should read. */
export const oddWords = (messages: readonly string[]) =>
  messages.find((message) => libraryWords.test(message) || !sentence.test(message))

/** An error as the contract has it, or the bare sentence that some existing clients read. */
const ErrorAnswer = z.union([
  ErrorBody.loose().transform(({ text, fields = [] }) => [text, ...fields.map(({ message }) => message)]),
  z.string().transform((text) => [text]),
])

/** What a person or a caller reads of an answer. */
export const sentencesIn = (answer: unknown): readonly string[] =>
  ErrorAnswer.safeParse(answer).data ?? ['no error body']
