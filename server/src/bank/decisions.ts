import type { ConfirmedLine, ConfirmedTarget } from '@spacekeeper/contract/bank/shapes.ts'
import { errors } from '@spacekeeper/contract/error-codes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { type BillingWork, changeBilling } from '../billing/billing-work.ts'
import { balanceNotices } from '../memberbucks/ledger.ts'
import { returnByLine, settleByLine, undoRunLine } from './clearings.ts'
import { bankNotices } from './imports.ts'
import { bookFor, bookParts, type BookedRows, type LockedLine, lockLine, takeBackPart } from './line-booking.ts'

const bookTarget = async (work: BillingWork, line: LockedLine, target: ConfirmedTarget): Promise<BookedRows> => {
  if (target.kind === 'debitSettled') {
    await settleByLine(work, { runId: target.runId, line })
    return { run_id: target.runId }
  }
  if (target.kind === 'debitReturn') {
    await returnByLine(work, { debitId: target.debitId, line, chargesFee: target.chargesFee === true })
    return { debit_id: target.debitId }
  }
  if (target.kind === 'split') {
    await bookParts(work, { line, parts: target.parts })
    return {}
  }
  return bookFor(work, { line, memberId: target.memberId }, target.kind)
}

const actorId = ({ actor }: Ctx) => (actor.kind === 'member' ? actor.id : null)

/** Books one line, once: of two at the same time the second finds it decided. */
const confirmLine = (ctx: Ctx, { lineId, target }: ConfirmedLine): Promise<void> =>
  changeBilling(ctx, 'bank.confirmed', async (work) => {
    const line = await lockLine(work, lineId)
    if (line.state !== 'waiting') throw new AppError('alreadyDecided')
    const booked = await bookTarget(work, line, target)
    await work.tx
      .updateTable('bank_lines')
      .set({ state: 'confirmed', kind: target.kind, ...booked, decided_at: ctx.now(), decided_by: actorId(ctx) })
      .where('id', '=', lineId)
      .execute()
    if (work.parts[0]) work.parts[0].tell = [...(work.parts[0].tell ?? []), ...bankNotices, ...balanceNoticesOf(booked)]
  })

const balanceNoticesOf = ({ ledger_entry_id, member_id }: BookedRows) =>
  ledger_entry_id === undefined || member_id === undefined ? [] : balanceNotices(member_id)

/** Books lines one by one; what cannot be booked is told and holds up nothing else. */
export const confirmLines = async (
  ctx: Ctx,
  lines: readonly ConfirmedLine[],
): Promise<{ confirmed: number[]; refused: { lineId: number; detail: string }[] }> => {
  const confirmed: number[] = []
  const refused: { lineId: number; detail: string }[] = []
  for (const line of lines) {
    try {
      await confirmLine(ctx, line)
      confirmed.push(line.lineId)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({
        lineId: line.lineId,
        detail: error.facts.detail ?? error.facts.fields?.[0]?.message ?? errors[error.code].text,
      })
    }
  }
  return { confirmed, refused }
}

/** What each member got of a line that was split. */
const listParts = ({ tx }: BillingWork, lineId: number) =>
  tx
    .selectFrom('bank_line_parts')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('member_id')
    .orderBy('id')
    .execute()

const takeBack = async (work: BillingWork, line: LockedLine): Promise<void> => {
  if (line.run_id !== null) await undoRunLine(work, { runId: line.run_id, lineId: line.id })
  else {
    const parts = line.kind === 'split' ? await listParts(work, line.id) : [line]
    for (const part of parts) await takeBackPart(work, line, part)
    await work.tx.deleteFrom('bank_line_parts').where('line_id', '=', line.id).execute()
    await work.tx.deleteFrom('bank_payers').where('line_id', '=', line.id).execute()
    const notices = parts.flatMap(({ member_id: memberId }) => (memberId === null ? [] : balanceNotices(memberId)))
    const last = work.parts.at(-1)
    if (last) last.tell = [...(last.tell ?? []), ...bankNotices, ...notices]
  }
}

const waitingAgain = {
  state: 'waiting',
  kind: null,
  member_id: null,
  run_id: null,
  payment_id: null,
  ledger_entry_id: null,
  donation_entry_id: null,
  reason: null,
  decided_at: null,
  decided_by: null,
} as const

/** Takes back what was decided about a line. Money is reversed, never deleted; then the line waits again. */
export const undoLine = (ctx: Ctx, lineId: number): Promise<void> =>
  changeBilling(ctx, 'bank.undone', async (work) => {
    const line = await lockLine(work, lineId)
    if (line.state === 'confirmed') await takeBack(work, line)
    else if (line.state !== 'setAside') throw new AppError('alreadyDecided')
    // A collection is named by its reference and amount, whatever was said of it before.
    const undone = line.state === 'confirmed' && line.run_id === null ? { undone_at: work.now } : {}
    await work.tx
      .updateTable('bank_lines')
      .set({ ...waitingAgain, ...undone })
      .where('id', '=', lineId)
      .execute()
    if (line.state === 'setAside') {
      const subject = { kind: 'bankLine', id: lineId }
      work.parts.push({ event: 'bank.undone', subject, data: { name: 'a line set aside' }, tell: bankNotices })
    }
  })

/** Books nothing for a line, and says why. */
export const setLineAside = (ctx: Ctx, { lineId, reason }: { lineId: number; reason: string }): Promise<void> =>
  change(ctx, 'bank.setAside', async (work) => {
    const line = await lockLine(work, lineId)
    if (line.state !== 'waiting') throw new AppError('alreadyDecided')
    await work.tx
      .updateTable('bank_lines')
      .set({ state: 'setAside', reason, decided_at: ctx.now(), decided_by: actorId(ctx) })
      .where('id', '=', lineId)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'bankLine', id: lineId },
      data: { name: line.text.slice(0, 60), reason, amountCents: line.amount_cents },
      tell: bankNotices,
    }
  })
