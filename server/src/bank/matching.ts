import { readHints, readReferences } from '@spacekeeper/contract/bank/references.ts'
import type { BankTarget } from '@spacekeeper/contract/bank/shapes.ts'
import type { MatchReason, Sureness } from '@spacekeeper/contract/bank/words.ts'
import {
  fewMembers,
  indexNames,
  type KnownPayer,
  matchAccount,
  type MatchedMember,
  matchNames,
  type PayerIndex,
} from './payer-matches.ts'
import type { PayerKeys } from './payers.ts'

/** What a member still owes of a charge. */
export type OpenCharge = { id: number; memberId: number; description: string; openCents: number }

/** Decisions that a person took back: a payment of this payer was not for this member. */
export type PayerUndo = { payer: string; memberId: number }

/** A collection whose money has not arrived, with what it comes to. */
export type OpenRun = { id: number; reference: string; totalCents: number }

/** A direct debit that may come back. */
export type ReturnableDebit = { id: number; reference: string; amountCents: number }

export type MatchFacts = {
  currency: string
  members: readonly MatchedMember[]
  /** Those of one member in the order they are paid. */
  charges: readonly OpenCharge[]
  payers: readonly KnownPayer[]
  undos: readonly PayerUndo[]
  runs: readonly OpenRun[]
  debits: readonly ReturnableDebit[]
}

export type MatchedLine = {
  amountCents: number
  currency: string
  text: string
  payerName: string
  /** As payers are remembered; empty where the bank does not say. */
  keys: PayerKeys
  endToEnd: string
  hasTwin: boolean
  /** It was booked before, and that was taken back. */
  wasUndone: boolean
}

/** All that the payer can have written: many online banks have a field of its own for a reference. */
export const saidBy = ({ text, endToEnd }: Pick<MatchedLine, 'text' | 'endToEnd'>): string => `${text} ${endToEnd}`

type ChargeShare = { charge: OpenCharge; paysCents: number }

export type MatchedChoice = {
  target: BankTarget
  reasons: MatchReason[]
  pays: ChargeShare[]
  leftCents: number
  /** The fee that the bank kept beside a debit that it sent back. */
  feeCents?: number
}

export type LineMatch = { sureness: Sureness; choices: MatchedChoice[] }

/** What many lines are matched against, looked up once. */
export type MatchIndex = PayerIndex & {
  currency: string
  chargesOf: ReadonlyMap<number, OpenCharge[]>
  /** Members with a charge of this amount, or with charges that come to it together. */
  owing: ReadonlyMap<number, ReadonlySet<number>>
  /** By payer, the members for whom something was taken back. */
  undos: ReadonlyMap<string, readonly PayerUndo[]>
  runs: readonly OpenRun[]
  debits: ReadonlyMap<string, ReturnableDebit>
}

const indexOwing = (chargesOf: ReadonlyMap<number, readonly OpenCharge[]>) => {
  const owing = new Map<number, Set<number>>()
  const note = (cents: number, memberId: number) => owing.set(cents, (owing.get(cents) ?? new Set()).add(memberId))
  for (const [memberId, charges] of chargesOf) {
    for (const { openCents } of charges) note(openCents, memberId)
    note(
      charges.reduce((sum, { openCents }) => sum + openCents, 0),
      memberId,
    )
  }
  return owing
}

export const matchIndex = (facts: MatchFacts): MatchIndex => {
  const chargesOf = Map.groupBy(facts.charges, ({ memberId }) => memberId)
  const ids = new Set(facts.members.map(({ id }) => id))
  return {
    currency: facts.currency,
    isMember: (id) => ids.has(id),
    byLastName: indexNames(facts.members),
    chargesOf,
    owing: indexOwing(chargesOf),
    payers: Map.groupBy(facts.payers, ({ account }) => account),
    undos: Map.groupBy(facts.undos, ({ payer }) => payer),
    runs: facts.runs,
    debits: new Map(facts.debits.map((debit) => [debit.reference, debit])),
  }
}

/** What an amount pays: the charge that is just as large, or the oldest first; the rest waits for the next. */
export const coverCharges = (
  amountCents: number,
  charges: readonly OpenCharge[],
): { pays: ChargeShare[]; leftCents: number } => {
  const exact = charges.find(({ openCents }) => openCents === amountCents)
  let leftCents = amountCents
  const pays: ChargeShare[] = []
  for (const charge of exact ? [exact] : charges) {
    const paysCents = Math.min(leftCents, charge.openCents)
    if (paysCents <= 0) break
    pays.push({ charge, paysCents })
    leftCents -= paysCents
  }
  return { pays, leftCents }
}

export const choiceFor = (
  index: Pick<MatchIndex, 'chargesOf'>,
  { target, amountCents, reasons }: { target: BankTarget; amountCents: number; reasons: MatchReason[] },
): MatchedChoice =>
  target.kind === 'dues'
    ? { target, reasons, ...coverCharges(amountCents, index.chargesOf.get(target.memberId) ?? []) }
    : { target, reasons, pays: [], leftCents: 0 }

const unknown: LineMatch = { sureness: 'unknown', choices: [] }

const debitReference = /SK-DD-\d+(?:-\d+)?/g

const debitNames = ({ text, endToEnd }: MatchedLine) => `${endToEnd} ${text}`.toUpperCase().match(debitReference) ?? []

/** The sum that left the account beyond the debit that came back. */
export const returnFee = (lineCents: number, debit: Pick<ReturnableDebit, 'amountCents'>): number =>
  Math.max(0, -lineCents - debit.amountCents)

/** Money that left: a direct debit that came back, or nothing that concerns us. */
const matchOutgoing = (index: MatchIndex, line: MatchedLine): LineMatch => {
  const debit = debitNames(line)
    .map((name) => index.debits.get(name))
    .find((found) => found !== undefined)
  if (!debit) return unknown
  const choice = {
    target: { kind: 'debitReturn', debitId: debit.id } as const,
    reasons: ['returned' as const],
    pays: [],
    leftCents: 0,
    feeCents: returnFee(line.amountCents, debit),
  }
  // A bank may keep a fee with it, and then a person looks at it.
  return { sureness: -line.amountCents === debit.amountCents ? 'certain' : 'proposal', choices: [choice] }
}

const matchRun = (index: MatchIndex, line: MatchedLine): LineMatch | null => {
  const names = new Set<string>(debitNames(line))
  const same = index.runs.filter(({ totalCents }) => totalCents === line.amountCents)
  const named = same.find(({ reference }) => names.has(reference))
  const choice = (run: OpenRun, reason: MatchReason): MatchedChoice => ({
    target: { kind: 'debitSettled', runId: run.id },
    reasons: [reason],
    pays: [],
    leftCents: 0,
  })
  if (named) return { sureness: 'certain', choices: [choice(named, 'collected')] }
  if (same.length === 0) return null
  return { sureness: 'proposal', choices: same.slice(0, 3).map((run) => choice(run, 'collectedAmount')) }
}

const matchReferences = (index: MatchIndex, line: MatchedLine): LineMatch | null => {
  const references = readReferences(saidBy(line)).filter(({ memberId }) => index.isMember(memberId))
  if (references.length === 0) return null
  const reason = references.length === 1 ? 'reference' : 'severalReferences'
  const choices = references.map((target) =>
    choiceFor(index, { target, amountCents: line.amountCents, reasons: [reason] }),
  )
  return { sureness: references.length === 1 ? 'certain' : 'proposal', choices }
}

const mostChoices = 5

const weights: Partial<Record<MatchReason, number>> = {
  account: 40,
  sharedAccount: 30,
  hint: 20,
  name: 20,
  amount: 10,
  lastName: 6,
}

/** Members with everything that speaks for each. */
const collectReasons = (index: MatchIndex, line: MatchedLine) => {
  const found = new Map<number, { kind: BankTarget['kind']; reasons: MatchReason[] }>()
  const note = (memberId: number, reason: MatchReason, kind: 'dues' | 'topUp' | 'donation' = 'dues') => {
    const there = found.get(memberId)
    if (there) there.reasons.push(reason)
    else found.set(memberId, { kind, reasons: [reason] })
  }
  const owing = index.owing.get(line.amountCents)
  for (const [memberId, { kind, reasons }] of matchAccount(index, line))
    for (const reason of reasons) note(memberId, reason, owing?.has(memberId) ? 'dues' : kind)
  for (const { memberId, kind } of readHints(saidBy(line))) if (index.isMember(memberId)) note(memberId, 'hint', kind)
  for (const [memberId, reason] of matchNames(index, line)) note(memberId, reason)
  for (const memberId of owing ?? []) {
    if (found.has(memberId) || (owing?.size ?? 0) <= fewMembers) note(memberId, 'amount')
  }
  return found
}

/** That several members have an account is no reason by itself. */
const isReason = (reasons: readonly MatchReason[]) => reasons.some((reason) => reason !== 'sharedAccount')

/** An account that paid for them before, in this name, and just what they owe: a person confirms these together. */
const isSure = (reasons: readonly MatchReason[]) =>
  reasons.includes('account') &&
  reasons.includes('amount') &&
  !reasons.includes('otherName') &&
  !reasons.includes('noName')

const matchMembers = (index: MatchIndex, line: MatchedLine): LineMatch => {
  const scored = [...collectReasons(index, line)]
    .filter(([, { reasons }]) => isReason(reasons))
    .map(([memberId, { kind, reasons }]) => ({
      memberId,
      kind,
      reasons,
      score: reasons.reduce((sum, reason) => sum + (weights[reason] ?? 0), 0),
    }))
    .toSorted((a, b) => b.score - a.score || a.memberId - b.memberId)
    .slice(0, mostChoices)
  const [best] = scored
  if (!best) return unknown
  const choices = scored.map(({ memberId, kind, reasons }) =>
    choiceFor(index, {
      target: { kind: kind === 'topUp' || kind === 'donation' ? kind : 'dues', memberId },
      amountCents: line.amountCents,
      reasons,
    }),
  )
  return isSure(best.reasons)
    ? { sureness: 'certain', choices: choices.slice(0, 1) }
    : { sureness: 'proposal', choices }
}

/** A decision that a person took back is theirs to make again: about this line, and of this payer for this member. */
const isUndone = (index: MatchIndex, line: MatchedLine, { target }: MatchedChoice): boolean =>
  'memberId' in target &&
  (line.wasUndone || (index.undos.get(line.keys.payer)?.some(({ memberId }) => memberId === target.memberId) ?? false))

/** What a line may be, and how sure that is. Pure: what comes of it is a person's decision. */
export const matchLine = (index: MatchIndex, line: MatchedLine): LineMatch => {
  if (line.currency !== index.currency) return unknown
  if (line.amountCents < 0) return matchOutgoing(index, line)
  const match = matchReferences(index, line) ?? matchRun(index, line) ?? matchMembers(index, line)
  const choices = match.choices.map((choice): MatchedChoice => {
    const doubts: MatchReason[] = [
      ...(line.hasTwin ? (['twin'] as const) : []),
      ...(isUndone(index, line, choice) ? (['undone'] as const) : []),
    ]
    return doubts.length === 0 ? choice : { ...choice, reasons: [...doubts, ...choice.reasons] }
  })
  const isDoubted = choices.some((choice, at) => choice !== match.choices[at])
  return match.sureness === 'certain' && isDoubted ? { sureness: 'proposal', choices } : { ...match, choices }
}
