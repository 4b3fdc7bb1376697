import { z } from 'zod'
import { Download, Empty, Id, routes } from '../route.ts'
import { BalanceRefund, LeavingList, OwnLeaving, Reason, BalanceRefundRequest } from './shapes.ts'
import { leavingFilters, refundSources, stepActs } from './words.ts'

const LeavingParams = z.object({ leavingId: Id })

const RefundParams = z.object({ refundId: Id })

const feature = 'enableLeaving'

export const leavingApi = routes({
  getOwn: {
    method: 'GET',
    path: '/api/leaving/',
    access: 'signedIn',
    feature,
    summary: 'What happens since the caller’s membership ended, step by step; nothing for members.',
    output: OwnLeaving,
  },
  askRefund: {
    method: 'POST',
    path: '/api/leaving/refund/',
    access: 'signedIn',
    feature,
    summary:
      'Asks by transfer for all of the balance, once the membership has ended, or of what is left over of payments.',
    body: BalanceRefundRequest,
    output: Empty,
    errors: ['notLeaving', 'refundAsked', 'balanceTooLow'],
    rate: 'mail',
  },
  withdrawRefund: {
    method: 'DELETE',
    path: '/api/leaving/refund/',
    access: 'signedIn',
    feature,
    summary: 'Takes back what was asked for and is not paid yet.',
    query: z.object({ source: z.enum(refundSources).default('balance') }),
    output: Empty,
  },
  donate: {
    method: 'POST',
    path: '/api/leaving/donation/',
    access: 'signedIn',
    feature,
    summary: 'Donates the whole balance, once the membership has ended.',
    output: Empty,
    errors: ['notLeaving', 'refundAsked', 'balanceTooLow'],
  },
  list: {
    method: 'GET',
    path: '/api/admin/leaving/',
    access: 'staff.members',
    feature,
    summary: 'Members who leave, the newest first, fifty at a time, with where each step stands.',
    query: z.object({ filter: z.enum(leavingFilters).default('open'), before: Id.optional() }),
    output: LeavingList,
  },
  begin: {
    method: 'POST',
    path: '/api/admin/leaving/',
    access: 'staff.members',
    feature,
    summary: 'Starts the checklist for a member whose membership has ended and who has none.',
    body: z.object({ memberId: Id }),
    output: z.object({ id: z.number().int() }),
    errors: ['notFound', 'memberClosed', 'notLeaving', 'leavingThere'],
  },
  setPaused: {
    method: 'PUT',
    path: '/api/admin/leaving/:leavingId/paused/',
    access: 'staff.members',
    feature,
    summary: 'Stops a checklist where it is, or lets it go on.',
    params: LeavingParams,
    body: z.object({ isPaused: z.boolean() }),
    output: Empty,
    errors: ['notFound', 'leavingOver'],
  },
  actOnStep: {
    method: 'POST',
    path: '/api/admin/leaving/:leavingId/steps/:step/',
    access: 'staff.members',
    feature,
    summary: 'Runs a step now, skips it, or marks it as done.',
    params: LeavingParams.extend({ step: z.string().min(1).max(40) }),
    body: z.object({ act: z.enum(stepActs) }),
    output: Empty,
    errors: ['notFound', 'leavingOver', 'stepSettled', 'notLeaving'],
  },
  listRefunds: {
    method: 'GET',
    path: '/api/admin/leaving/refunds/',
    access: 'staff.money',
    feature,
    summary:
      'Balances, and what is left over, that members asked back: all that wait, and the newest 50 that were decided.',
    output: z.object({ refunds: z.array(BalanceRefund) }),
  },
  downloadRefunds: {
    method: 'GET',
    path: '/api/admin/leaving/refunds/csv/',
    access: 'staff.money',
    feature,
    summary: 'The transfers to make, as a table for spreadsheets.',
    output: Download,
  },
  payRefund: {
    method: 'POST',
    path: '/api/admin/leaving/refunds/:refundId/pay/',
    access: 'staff.money',
    feature,
    summary: 'Notes that the transfer was made, and books it from what it was asked of.',
    params: RefundParams,
    output: Empty,
    errors: ['notFound', 'alreadyDecided', 'balanceTooLow', 'ownBalance', 'booksClosed', 'keyReused'],
  },
  declineRefund: {
    method: 'POST',
    path: '/api/admin/leaving/refunds/:refundId/decline/',
    access: 'staff.money',
    feature,
    summary: 'Declines to pay a balance back, with a reason that the member reads.',
    params: RefundParams,
    body: z.object({ reason: Reason }),
    output: Empty,
    errors: ['notFound', 'alreadyDecided', 'ownBalance'],
  },
})
