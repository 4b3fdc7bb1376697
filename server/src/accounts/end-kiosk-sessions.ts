import type { Tx } from '#platform/db/change.ts'

/** Ends every session at a kiosk; whose they were, for `callers`. */
export const endKioskSessions = async (tx: Tx, kioskId: number): Promise<number[]> => {
  const ended = await tx.deleteFrom('sessions').where('kiosk_id', '=', kioskId).returning('member_id').execute()
  return [...new Set(ended.map((row) => row.member_id))]
}
