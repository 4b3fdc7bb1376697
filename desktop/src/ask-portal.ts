import { z } from 'zod'
import { isOfPortal } from './rules.ts'
import type { NetSurface } from './surface.ts'

/** Why the portal is not on the screen. */
export type Trouble = 'unreachable' | 'certificate' | 'failing' | 'foreign' | 'moved'

const answerWithinMs = 10_000
const PublicConfig = z.object({ general: z.object({ siteName: z.string() }) })

export const troubleOf = (description: string): Trouble =>
  /ERR_(CERT|SSL|BAD_SSL)/.test(description) ? 'certificate' : 'unreachable'

/** Asks for what every portal tells everybody. A hotel's login page answers too, and is not one. */
export async function askPortal(net: NetSurface, portal: URL): Promise<Trouble | undefined> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const response = await net.fetch(new URL('/api/config/', portal).href, { cache: 'no-store', signal })
    if (!isOfPortal(response.url, portal)) return 'moved'
    if (response.status >= 500) return 'failing'
    const config: unknown = await response.json().catch(() => undefined)
    return PublicConfig.safeParse(config).success ? undefined : 'foreign'
  } catch (error) {
    return troubleOf(error instanceof Error ? `${error.message} ${String(error.cause)}` : '')
  }
}
