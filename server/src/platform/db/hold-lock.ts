import type pg from 'pg'
import { z } from 'zod'

const Row = z.object({ isHeld: z.boolean() })

export type HeldLock = {
  /** Takes the lock if it is free; whether this process has it now. One call at a time. */
  tryHold: () => Promise<boolean>
  release: () => void
}

/**
 * Something only one process does at a time. The lock lives with a connection of its own, so the database gives it back
 * as soon as the process is gone.
 */
export const holdLock = (pool: pg.Pool, input: { key: number; onLost: () => void }): HeldLock => {
  let client: pg.PoolClient | undefined

  const release = () => {
    const held = client
    client = undefined
    // The lock ends with its connection, so it must not go back to the others.
    held?.release(true)
  }
  const tryHold = async () => {
    if (client) return true
    const next = await pool.connect()
    try {
      const { rows } = await next.query('select pg_try_advisory_lock($1) as "isHeld"', [input.key])
      if (!Row.parse(rows[0]).isHeld) {
        next.release()
        return false
      }
    } catch (error) {
      next.release(true)
      throw error
    }
    client = next
    next.once('error', () => {
      if (client !== next) return
      release()
      input.onLost()
    })
    return true
  }
  return { tryHold, release }
}
