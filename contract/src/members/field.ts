import type { z } from 'zod'
import type { membersSettings } from './settings.ts'
import type { StaffTask } from './words.ts'

type ErasedValue = string | boolean | null | readonly never[]

/** One column of the table `members` and everything the portal does with it. */
export type MemberField = {
  column: string
  /** Its name on every screen, in tables and in the audit. */
  label: string
  /** What forms say below it, and how browsers help to fill it in. */
  hint?: string
  autoComplete?: string
  inputType?: 'email' | 'tel'
  /** Who may change it in a form, with what is stored as screens read it, and what may be sent. */
  editedBy?: readonly ('member' | 'staff')[]
  value?: z.ZodType
  input?: z.ZodType
  /** The setting that has members asked for it; left out, they always are. */
  askedIf?: keyof typeof membersSettings
  /** What registering sends for it, under which name. */
  atRegistration?: { as: string; input: z.ZodType }
  /** What staff must be allowed to change it; left out, `details`. */
  staffTask?: StaffTask
  /** Each value it can have, in words. */
  choices?: Readonly<Record<string, string>>
  /**
   * The column of staff's list and CSV that shows it, and its name in the rows of both. Text is sorted without regard
   * to case; `missing` says where members without a value come.
   */
  listed?: {
    column: string
    as: string
    kind: 'text' | 'time' | 'choice'
    missing?: 'first' | 'last'
  }
  /** Whether staff filter the list by it: by its choices, or else by whether it is given. */
  filtered?: true
  /** Whether it is in the archive that members download, under its name here; or why not. */
  archived: true | { not: string }
  /** What closing the account makes of it, given the member's id; or why it stays, or is written in another way. */
  closing: { to: ErasedValue | ((memberId: number) => string) } | { kept: string }
}
