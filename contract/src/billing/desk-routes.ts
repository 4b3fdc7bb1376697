import { z } from 'zod'
import { FutureDay } from '../days.ts'
import { Download, Empty, Id, MemberParams, routes } from '../route.ts'
import { CreditHistory } from './credit-shapes.ts'
import {
  ChargeFilter,
  CurrencySum,
  DeskCharge,
  BookedPayment,
  GivenBack,
  MemberDues,
  NewPayment,
  PageOf,
  PaymentFilter,
  ReasonBody,
  RefundResult,
  RefundPreview,
  RefundQuery,
  RefundRequest,
  TickResult,
  TickOff,
  UndoneBooking,
} from './desk-shapes.ts'
import { WriteOff, WriteOffPreview, WriteOffQuery, WriteOffResult } from './lost-charge-shapes.ts'
import { DeskSummary } from './summary-shapes.ts'

const access = 'staff.money'
const ChargeParams = z.object({ chargeId: Id })
const PaymentParams = z.object({ paymentId: Id })
const BookingResult = z.object({
  paymentId: z.number().int(),
  /** What the member has left over now; it pays their next charge. */
  creditCents: z.number().int(),
})
const Sums = { count: z.number().int(), sums: z.array(CurrencySum) }

/** The treasurer's desk: who owes what, and what arrived. */
export const deskApi = routes({
  deskSummary: {
    method: 'GET',
    path: '/api/admin/billing/desk/',
    access,
    summary: 'Who owes how much, who loses access unless they pay, and whose credit waits.',
    output: DeskSummary,
  },
  deskCharges: {
    method: 'GET',
    path: '/api/admin/billing/charges/',
    access,
    summary: 'Charges a page at a time: open ones not yet due, overdue ones, or those written off and cancelled.',
    query: ChargeFilter.extend(PageOf),
    output: z.object({ charges: z.array(DeskCharge), ...Sums }),
  },
  deskPayments: {
    method: 'GET',
    path: '/api/admin/billing/payments/',
    access,
    summary: 'What was paid and given back, newest first, a page at a time.',
    query: PaymentFilter.extend(PageOf),
    output: z.object({ payments: z.array(BookedPayment), ...Sums }),
  },
  exportCharges: {
    method: 'GET',
    path: '/api/admin/billing/charges/export/',
    access,
    summary: 'The same charges as CSV, at most 50,000.',
    query: ChargeFilter,
    output: Download,
  },
  exportPayments: {
    method: 'GET',
    path: '/api/admin/billing/payments/export/',
    access,
    summary: 'The same payments as CSV, at most 50,000.',
    query: PaymentFilter,
    output: Download,
  },
  tickOff: {
    method: 'POST',
    path: '/api/admin/billing/charges/tick-off/',
    access,
    summary:
      'Books what is open of each charge as paid. One that was paid or changed meanwhile is left alone and named. Only administrators for themselves.',
    body: TickOff,
    output: TickResult,
  },
  memberDues: {
    method: 'GET',
    path: '/api/admin/members/:memberId/dues/',
    access,
    summary: 'What a member owes, oldest first, at most 100 charges, and their credit.',
    params: MemberParams,
    output: MemberDues,
    errors: ['notFound'],
  },
  bookPayment: {
    method: 'POST',
    path: '/api/admin/members/:memberId/payments/',
    access,
    summary:
      'Books a payment of a member: for the charges named, then for the oldest; the rest pays the next one. Only administrators for themselves.',
    params: MemberParams,
    body: NewPayment,
    output: BookingResult,
    errors: ['notFound', 'ownPayment', 'keyReused', 'booksClosed', 'keptAtStripe'],
  },
  previewWriteOff: {
    method: 'POST',
    path: '/api/admin/billing/charges/write-off/preview/',
    keepsAnswers: true,
    access,
    summary: 'What writing charges off does to the plans they are of, with and without ending these.',
    body: WriteOffQuery,
    output: WriteOffPreview,
    errors: ['notFound'],
  },
  writeOff: {
    method: 'POST',
    path: '/api/admin/billing/charges/write-off/',
    access,
    summary:
      'Gives up what is open of charges, whose periods count as settled, and ends the plans of the members named. A charge that changed meanwhile is left alone and named. Only administrators for themselves.',
    body: WriteOff,
    output: WriteOffResult,
    errors: ['notFound'],
  },
  voidCharge: {
    method: 'POST',
    path: '/api/admin/billing/charges/:chargeId/void/',
    access,
    summary: 'Cancels a charge that should not have been. What was paid of it becomes credit.',
    params: ChargeParams,
    body: ReasonBody,
    output: Empty,
    errors: ['notFound', 'ownPayment', 'alreadyDecided', 'keptAtStripe'],
  },
  reversePayment: {
    method: 'POST',
    path: '/api/admin/billing/payments/:paymentId/reverse/',
    access,
    summary:
      'Takes a payment back that was booked by mistake, and of which nothing was given back. What it paid is open again.',
    params: PaymentParams,
    body: UndoneBooking,
    output: Empty,
    errors: ['notFound', 'ownPayment', 'alreadyReversed', 'givenBack', 'booksClosed'],
  },
  undoRefund: {
    method: 'POST',
    path: '/api/admin/billing/payments/:paymentId/undo-refund/',
    access,
    summary:
      'Takes a refund, or credit given back, back that was booked by mistake. What it was of is paid again, with its days. What a provider paid out stays.',
    params: PaymentParams,
    body: UndoneBooking,
    output: Empty,
    errors: ['notFound', 'ownPayment', 'alreadyUndone', 'booksClosed'],
  },
  listCredit: {
    method: 'GET',
    path: '/api/admin/members/:memberId/credit/',
    access,
    summary: 'What raised and used what a member has left over, newest first, a page at a time.',
    params: MemberParams,
    query: z.object(PageOf),
    output: CreditHistory,
  },
  giveBack: {
    method: 'POST',
    path: '/api/admin/members/:memberId/credit/give-back/',
    access,
    summary: 'Books that a member got credit back, as cash or by transfer. No more than there is.',
    params: MemberParams,
    body: GivenBack,
    output: z.object({ paymentId: z.number().int(), creditCents: z.number().int() }),
    errors: ['notFound', 'ownPayment', 'keyReused', 'booksClosed'],
  },
  previewRefund: {
    method: 'GET',
    path: '/api/admin/billing/refunds/preview/',
    access,
    summary: 'What giving money of a payment or a charge back would do to charges and access.',
    query: RefundQuery,
    output: RefundPreview,
    errors: ['notFound', 'alreadyReversed'],
  },
  refund: {
    method: 'POST',
    path: '/api/admin/billing/refunds/',
    access,
    stepUp: true,
    summary:
      'Books that money of a payment or a charge went back to the member. A period given back as a whole no longer counts as paid. Only administrators for themselves.',
    body: RefundRequest,
    output: RefundResult,
    errors: ['notFound', 'ownPayment', 'alreadyReversed', 'keyReused', 'booksClosed'],
  },
  giveMoreTime: {
    method: 'POST',
    path: '/api/admin/members/:memberId/more-time/',
    access,
    summary: 'Lets a member keep access until a day, whatever is open. No reminder goes out before it.',
    params: MemberParams,
    body: z.object({ until: FutureDay }),
    output: Empty,
    errors: ['notFound', 'noPlan', 'keptAtStripe'],
  },
})
