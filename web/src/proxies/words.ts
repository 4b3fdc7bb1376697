import type { ProxyState } from '@spacekeeper/contract/proxies/words.ts'
import type { TextKey } from '#platform/i18n/i18n.ts'
import type { StatusKind } from '#platform/ui/status.tsx'

/** How each state of a proxy looks and reads. */
export const proxyStateWords = {
  waiting: { kind: 'waiting', words: 'proxies:stateWaiting' },
  counts: { kind: 'fine', words: 'proxies:stateCounts' },
  withdrawn: { kind: 'none', words: 'proxies:stateWithdrawn' },
  declined: { kind: 'refused', words: 'proxies:stateDeclined' },
  replaced: { kind: 'none', words: 'proxies:stateReplaced' },
  arrived: { kind: 'none', words: 'proxies:stateArrived' },
  expired: { kind: 'none', words: 'proxies:stateExpired' },
  removed: { kind: 'refused', words: 'proxies:stateRemoved' },
  cancelled: { kind: 'none', words: 'proxies:stateCancelled' },
} as const satisfies Record<ProxyState, { kind: StatusKind; words: TextKey }>

export const isLiving = (state: ProxyState): boolean => state === 'waiting' || state === 'counts'
