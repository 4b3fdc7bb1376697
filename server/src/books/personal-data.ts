import type { PersonalData } from '#platform/personal-data.ts'

const kept = {
  title: 'Who closed and exported the books',
  reason: 'For ever: books must say who closed them.',
}
const said = { exported: { not: 'It is about the books of the space.' }, kept } as const
const closing = { kept: 'Without a name: the account they point at is emptied.' }

export const booksPersonalData: PersonalData = {
  tables: { book_closings: { ...said, closing }, book_exports: { ...said, closing } },
}
