// On its own: every list that members read of each other, and of devices, goes by it.
import { type RawBuilder, sql } from 'kysely'

/** Who reads, and whether they look after what is hidden from others; staff differ from list to list. */
export type HiddenViewer = { id: number; seesHidden: boolean }

/**
 * Whether a list names a member: hidden ones only to staff who look after them, and to themselves. A closed account has
 * no name left to hide, and stays as a former member.
 */
export const isShownMember = (table: string, { id, seesHidden }: HiddenViewer): RawBuilder<boolean> =>
  seesHidden
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(`${table}.is_hidden_from_members`)} is not true
        or ${sql.ref(`${table}.closed_at`)} is not null or ${sql.ref(`${table}.id`)} = ${id})`

/** Whether a list names a device for what a member did there: a hidden one only to staff and to the member who was there. */
export const isShownDevice = (
  { device, memberId }: { device: string; memberId: string },
  { id, seesHidden }: HiddenViewer,
): RawBuilder<boolean> =>
  seesHidden
    ? sql<boolean>`true`
    : sql<boolean>`(not ${sql.ref(`${device}.is_hidden`)} or ${sql.ref(memberId)} = ${id})`
