import { useLocalStorage } from '@mantine/hooks'
import { memberListColumns } from '@spacekeeper/contract/members/columns.ts'
import type { MemberListColumn } from '@spacekeeper/contract/members/shapes.ts'

const usual: readonly MemberListColumn[] = ['name', 'standing', 'subscription', 'card', 'doors', 'lastSeen']

/** In the order of the table. The name is always among them. */
const shownOf = (chosen: readonly unknown[]) =>
  memberListColumns.filter((column) => column === 'name' || chosen.includes(column))

/** Storage may hold what an older page wrote. */
const deserialize = (stored: string | undefined): readonly MemberListColumn[] => {
  try {
    const kept: unknown = JSON.parse(stored ?? 'null')
    const known = Array.isArray(kept) ? shownOf(kept) : []
    return known.length > 1 ? known : usual
  } catch {
    return usual
  }
}

/** Which columns are shown, as this browser remembers them. */
export const useColumns = () => {
  const [shown, setShown] = useLocalStorage<readonly MemberListColumn[]>({
    key: 'memberColumns',
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize,
  })
  return { shown, choose: (chosen: readonly string[]) => setShown(shownOf(chosen)) }
}
