import type { Logger } from 'pino'
import { createLog } from './log.ts'

/** The log of a program: lines to read on a person's terminal, JSON for whatever else takes them. */
export const openLog = async (level: string): Promise<Logger> => {
  if (!process.stdout.isTTY) return createLog(level)
  const { default: pretty } = await import('pino-pretty')
  return createLog(level, pretty({ sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' }))
}
