// On its own: three domains show it to existing clients.
/** What is saved to pay with, as a row that is joined to its member has it. */
type SavedCardRow = { last4: string | null; exp_month: number | null; exp_year: number | null }

/** The saved card as existing clients read it: its last digits, and `MM/YYYY`; both empty without one. */
export const savedCard = (row: SavedCardRow | undefined): { last4: string; expiry: string } => ({
  last4: row?.last4 ?? '',
  expiry: row?.exp_month ? `${String(row.exp_month).padStart(2, '0')}/${row.exp_year}` : '',
})
