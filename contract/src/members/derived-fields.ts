import type { MemberField } from './field.ts'

/** Columns that neither forms nor lists show: the portal works them out, or keeps them for itself. */
export const derivedFields = {
  state: {
    column: 'state',
    label: 'State',
    archived: true,
    closing: { kept: 'The database computes it.' },
  },
  passwordHash: {
    column: 'password_hash',
    label: 'Password',
    archived: { not: 'Secret.' },
    closing: { to: null },
  },
  returnMarks: {
    column: 'return_marks',
    label: 'Return marks',
    archived: { not: 'Only closed accounts have them.' },
    closing: { kept: 'Closing writes them, so that the return of a suspended member is noticed; a job forgets them.' },
  },
  closedAt: {
    column: 'closed_at',
    label: 'Closed',
    archived: { not: 'Only closed accounts have it.' },
    closing: { kept: 'Closing writes it.' },
  },
  searchWords: {
    column: 'search_words',
    label: 'Search words',
    archived: { not: 'The name, screen name and email again, as searching compares them.' },
    closing: { kept: 'The database computes it from what closing writes.' },
  },
  plateSigns: {
    column: 'plate_signs',
    label: 'Plate characters',
    archived: { not: 'The plate again, as searching compares it.' },
    closing: { kept: 'The database computes it from what closing writes.' },
  },
} as const satisfies Record<string, MemberField>
