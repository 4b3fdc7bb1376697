import type { MemberFilter } from '@spacekeeper/contract/members/shapes.ts'
import { useCallback, useState } from 'react'
import type { MemberSelection } from '../api.ts'

/** Who is ticked: these, or all that match but for these. */
type TickedRows = { isAll: boolean; ids: ReadonlySet<number>; of: string }

const none = new Set<number>()

/** Ticks belong to what was searched for: another search or filter begins without any. */
export const useSelection = (filters: MemberFilter, total: number) => {
  const of = JSON.stringify(filters)
  const [ticked, setTicked] = useState<TickedRows>({ isAll: false, ids: none, of })
  if (ticked.of !== of) setTicked({ isAll: false, ids: none, of })
  const { isAll, ids } = ticked
  // Always the same function, so that rows that stay as they are need not be drawn again.
  const toggle = useCallback(
    (id: number) =>
      setTicked((now) => {
        const next = new Set(now.ids)
        if (!next.delete(id)) next.add(id)
        return { ...now, ids: next }
      }),
    [],
  )
  const selection: MemberSelection = isAll ? { filter: filters, except: [...ids] } : { memberIds: [...ids] }
  return {
    isAll: isAll && ids.size === 0,
    count: isAll ? Math.max(0, total - ids.size) : ids.size,
    has: (id: number) => ids.has(id) !== isAll,
    selection,
    toggle,
    selectAll: () => setTicked({ isAll: true, ids: none, of }),
    clear: () => setTicked({ isAll: false, ids: none, of }),
  }
}

export type Selecting = ReturnType<typeof useSelection>
