import { pino, type DestinationStream, type Logger } from 'pino'

const secrets = ['password', 'secret', 'secret_key', 'token', 'key', 'authorization', 'cookie', '["set-cookie"]']
const at = (depth: string) =>
  secrets.map((name) => (depth && !name.startsWith('[') ? `${depth}.${name}` : `${depth}${name}`))

/** Errors of the database carry their connection and its password: only what says what happened is kept. */
const errorFacts = (error: Error & { code?: unknown }) => ({
  type: error.name,
  message: error.message,
  code: error.code,
  stack: error.stack,
})

/** Structured logs, a line an event. What could be a secret is left out even if somebody logs it by mistake. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFacts },
      redact: { paths: [...at(''), ...at('*'), ...at('*.*')], remove: true },
    },
    ...(destination ? ([destination] as const) : []),
  )
