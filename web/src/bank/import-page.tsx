import { Stack } from '@mantine/core'
import type { BankLineGroup } from '@spacekeeper/contract/bank/words.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ImportCard } from './import-card.tsx'
import { LinesSheet } from './lines-sheet.tsx'
import { PayersCard } from './payers-card.tsx'

/** Which list is open and what is looked for stand in the address. */
type ImportSearch = { list?: Exclude<BankLineGroup, 'certain'>; text?: string }

const ImportPage = () => {
  const { list = 'certain', text = '' } = Route.useSearch()
  const navigate = useNavigate()
  const go = (search: ImportSearch) =>
    void navigate({ to: '/manage/payments/import', search, replace: true, resetScroll: false })
  return (
    <Stack gap="md">
      <ImportCard />
      <LinesSheet
        group={list}
        text={text}
        onChange={(next) =>
          go({ ...(next.group !== 'certain' && { list: next.group }), ...(next.text !== '' && { text: next.text }) })
        }
      />
      <PayersCard />
    </Stack>
  )
}

// Written out: this part of a page is in the first one, where the contract's schemas would be too heavy.
const lists: Record<Exclude<BankLineGroup, 'certain'>, true> = { proposal: true, unknown: true, done: true }
const isList = (value: unknown): value is keyof typeof lists => typeof value === 'string' && Object.hasOwn(lists, value)

const readSearch = ({ list, text }: Record<string, unknown>): ImportSearch => ({
  ...(isList(list) && { list }),
  ...((typeof text === 'string' || typeof text === 'number') && { text: String(text).slice(0, 100) }),
})

export const Route = createFileRoute('/manage/payments/import')({
  component: ImportPage,
  validateSearch: readSearch,
  staticData: {
    title: 'bank:titleImport',
    loggedIn: true,
    staff: 'money',
    hiddenMenu: true,
    backButton: '/manage/payments',
  },
})
