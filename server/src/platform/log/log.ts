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

/** The same log with the id of a request in every line. pino's own child() would look for secrets in it, at each request. */
export const logOfRequest = <L extends object>(log: L, requestId: string): L => {
  const child: L & { [pino.symbols.chindingsSym]?: string } = Object.create(log)
  child[pino.symbols.chindingsSym] = `${child[pino.symbols.chindingsSym] ?? ''},"reqId":${JSON.stringify(requestId)}`
  return child
}

/** Structured logs, a line an event. What could be a secret is left out even if it is logged by mistake. */
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
