/**
 * Which member turned on notifications in this browser, and whether for refused cards. It outlasts the login, so that
 * they go on after the next one of the same member; logging out forgets it.
 */
export type PushMemory = { memberId: number; hasRefusals: boolean }

const key = 'push'

const attempt = <T>(run: () => T): T | null => {
  try {
    return run()
  } catch {
    return null
  }
}

const isMemory = (value: unknown): value is PushMemory =>
  typeof value === 'object' && value !== null && 'memberId' in value && 'hasRefusals' in value

export const readPushMemory = (): PushMemory | null => {
  const value = attempt((): unknown => JSON.parse(localStorage.getItem(key) ?? 'null'))
  return isMemory(value) ? value : null
}

export const keepPushMemory = (memory: PushMemory) => attempt(() => localStorage.setItem(key, JSON.stringify(memory)))

export const forgetPushMemory = () => attempt(() => localStorage.removeItem(key))
