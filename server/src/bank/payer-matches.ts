import type { MatchReason } from '@spacekeeper/contract/bank/words.ts'
import { foldText, wordForms } from '@spacekeeper/contract/fold-text.ts'
import { noLastName } from '@spacekeeper/contract/full-name.ts'
import type { PayerKeys } from './payers.ts'

export type MatchedMember = { id: number; firstName: string; lastName: string }

/** An account that paid for a member before, in one name; null where that is not known. */
export type KnownPayer = {
  account: string
  memberId: number
  kind: 'dues' | 'topUp' | 'donation'
  name: string | null
}

/** The payer as a line names them. */
type NamedPayment = { text: string; payerName: string; keys: PayerKeys }

/** Indexes in which the payer of a line is looked for. */
export type PayerIndex = {
  isMember: (id: number) => boolean
  byLastName: ReadonlyMap<string, readonly NamedMember[]>
  payers: ReadonlyMap<string, readonly KnownPayer[]>
}

const tokensOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '')

const formsOf = (text: string): Set<string> => new Set(tokensOf(text).flatMap(wordForms))

export type NamedMember = { id: number; first: string[]; last: string[][] }

export const indexNames = (members: readonly MatchedMember[]): ReadonlyMap<string, readonly NamedMember[]> => {
  const named = members.flatMap(({ id, firstName, lastName }) => {
    const last = tokensOf(lastName === noLastName ? firstName : lastName).map(wordForms)
    const member: NamedMember = { id, first: wordForms(tokensOf(firstName)[0] ?? ''), last }
    // One word of it leads there; the others are compared then.
    return [...new Set(last.at(-1))].map((form) => ({ form, member }))
  })
  const byForm = Map.groupBy(named, ({ form }) => form)
  return new Map([...byForm].map(([form, found]) => [form, found.map(({ member }) => member)]))
}

/** More than this many who owe the same, or have one account, say nothing about who paid it. */
export const fewMembers = 3

type AccountMatch = { kind: KnownPayer['kind']; reasons: MatchReason[] }

/** Members whose payments came from this account before. One of many is perhaps not a payer's at all. */
export const matchAccount = (index: PayerIndex, { keys }: NamedPayment): Map<number, AccountMatch> => {
  const known = Map.groupBy(
    keys.account === '' ? [] : (index.payers.get(keys.account) ?? []),
    ({ memberId }) => memberId,
  )
  const found = new Map<number, AccountMatch>()
  if (known.size > fewMembers) return found
  for (const [memberId, payers] of known) {
    const [first] = payers
    if (!first || !index.isMember(memberId)) continue
    const isNamed = keys.name !== '' && payers.some(({ name }) => name === keys.name)
    const doubt: MatchReason[] = isNamed ? [] : [keys.name === '' ? 'noName' : 'otherName']
    found.set(memberId, { kind: first.kind, reasons: known.size === 1 ? ['account', ...doubt] : ['sharedAccount'] })
  }
  return found
}

export const matchNames = (index: PayerIndex, line: NamedPayment): Map<number, 'name' | 'lastName'> => {
  const found = new Map<number, 'name' | 'lastName'>()
  const forms = formsOf(`${line.payerName} ${line.text.slice(0, 500)}`)
  const has = (token: readonly string[]) => token.some((form) => forms.has(form))
  for (const form of forms) {
    for (const { id, first, last } of index.byLastName.get(form) ?? []) {
      if (!last.every(has)) continue
      found.set(id, has(first) ? 'name' : 'lastName')
    }
  }
  return found
}
