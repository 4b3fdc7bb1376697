import { z } from 'zod'
import { Text } from '../fields.ts'
import { Id, routes } from '../route.ts'
import { BulkAction, MovePreview, UndoPreview } from './bulk-shapes.ts'
import { GrantPreview, Selection } from './shapes.ts'
import { bulkChanges, bulkMoves } from './words.ts'

const BulkGrantRequest = {
  selection: Selection,
  change: z.enum(bulkChanges),
  deviceIds: z.array(Id).min(1).max(20),
}

const BulkMoveRequest = { selection: Selection, move: z.enum(bulkMoves) }

const Fingerprint = z.string().min(1).max(100)

/** How many members it changed, and what undoes it; nothing where nothing changed. */
const BulkOutcome = z.object({ touched: z.number().int(), actionId: z.number().int().nullable() })

const Params = z.object({ actionId: Id })

/** Changes of many members at a time, which can be undone. */
export const bulkRoutes = routes({
  previewGrants: {
    method: 'POST',
    path: '/api/admin/members/grants/preview/',
    keepsAnswers: true,
    access: 'staff.access',
    summary: 'Who would gain or lose these doors and machines.',
    body: z.object(BulkGrantRequest),
    output: GrantPreview,
    errors: ['notFound'],
  },
  updateGrants: {
    method: 'POST',
    path: '/api/admin/members/grants/',
    access: 'staff.access',
    summary: 'Grants or revokes exactly what was previewed.',
    body: z.object({ ...BulkGrantRequest, fingerprint: Fingerprint }),
    output: BulkOutcome,
    errors: ['notFound', 'previewOutdated'],
  },
  previewMoves: {
    method: 'POST',
    path: '/api/admin/members/states/preview/',
    keepsAnswers: true,
    access: 'staff.members',
    summary: 'Which members would be changed, and who is left out and why.',
    body: z.object(BulkMoveRequest),
    output: MovePreview,
  },
  moveMany: {
    method: 'POST',
    path: '/api/admin/members/states/',
    access: 'staff.members',
    summary:
      'Makes members, activates or suspends exactly those previewed, who are told by email; or asks them to review their details.',
    /** Suspending needs a reason, which the members read. */
    body: z.object({ ...BulkMoveRequest, reason: Text(500).trim().default(''), fingerprint: Fingerprint }),
    output: BulkOutcome,
    errors: ['previewOutdated'],
  },
  listBulkActions: {
    method: 'GET',
    path: '/api/admin/members/bulk/',
    access: ['staff.members', 'staff.access'],
    summary: 'The newest bulk changes of the last 30 days that the caller may undo, at most 50.',
    output: z.object({ actions: z.array(BulkAction) }),
  },
  previewUndo: {
    method: 'GET',
    path: '/api/admin/members/bulk/:actionId/undo/',
    access: ['staff.members', 'staff.access'],
    summary: 'For how many members a bulk change would be undone.',
    params: Params,
    output: UndoPreview,
    errors: ['notFound', 'notAllowed'],
  },
  undoBulkAction: {
    method: 'POST',
    path: '/api/admin/members/bulk/:actionId/undo/',
    access: ['staff.members', 'staff.access'],
    summary:
      'Undoes a bulk change for the members it changed, except those changed since. Members the caller may not change are left for staff with more rights.',
    params: Params,
    output: z.object({ reverted: z.number().int(), changedSince: z.number().int() }),
    errors: ['notFound', 'notAllowed', 'alreadyUndone', 'undoTooLate'],
  },
})
