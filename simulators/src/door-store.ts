import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** What a door remembers without power: whom it opens for, and whether it is locked out. */
export const DoorStore = z.object({ tags: z.array(z.string()), hash: z.string(), isLockedOut: z.boolean() })
export type DoorStore = z.infer<typeof DoorStore>

const empty: DoorStore = { tags: [], hash: '', isLockedOut: false }

/** A missing or damaged file is an empty memory: the door then opens for no card until the server speaks. */
export const readDoorStore = (path: string | null): DoorStore => {
  if (path === null) return empty
  try {
    return DoorStore.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return empty
  }
}

/** Whole or not at all, whenever the power fails. */
export const writeDoorStore = (path: string | null, store: DoorStore): void => {
  if (path === null) return
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, JSON.stringify(store), { mode: 0o600 })
  renameSync(draft, path)
}
