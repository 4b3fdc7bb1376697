import { useState } from 'react'
import type { RosterColumn } from '@spacekeeper/contract/rosters.ts'
import { columns } from './read-search.ts'

const key = 'memberColumns'
const usual: readonly RosterColumn[] = ['name', 'standing', 'subscription', 'card', 'doors', 'lastSeen']

/** As this browser left it; storage may be forbidden, or hold what an older page wrote. */
const read = (): readonly RosterColumn[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!Array.isArray(kept)) return usual
    const known = columns.filter((column) => column === 'name' || kept.includes(column))
    return known.length > 1 ? known : usual
  } catch {
    return usual
  }
}

const keep = (shown: readonly RosterColumn[]) => {
  try {
    localStorage.setItem(key, JSON.stringify(shown))
  } catch {
    // storage may be forbidden
  }
}

/** Which columns are shown, in their order; the name always is. */
export const useColumns = () => {
  const [shown, setShown] = useState(read)
  const choose = (chosen: readonly RosterColumn[]) => {
    const next = columns.filter((column) => column === 'name' || chosen.includes(column))
    setShown(next)
    keep(next)
  }
  return { shown, choose }
}
