import { z } from 'zod'
import { Empty, Id, routes } from '../route.ts'
import { NewScriptKey, ScriptKey, ScriptScopeName } from './script-shapes.ts'

const anyStaff = [
  'staff.members',
  'staff.access',
  'staff.devices',
  'staff.money',
  'staff.meetings',
  'staff.settings',
] as const

/** Keys with which scripts of staff call the API. No key calls these. */
export const scriptKeysApi = routes({
  listScriptKeys: {
    method: 'GET',
    path: '/api/admin/script-keys/',
    access: anyStaff,
    summary:
      'The caller’s keys for scripts, for administrators those of all staff, the newest first, ended ones too; at most 500.',
    output: z.object({
      keys: z.array(ScriptKey),
      /** What a key of the caller may be let into. */
      offered: z.array(ScriptScopeName),
    }),
  },
  createScriptKey: {
    method: 'POST',
    path: '/api/admin/script-keys/',
    access: anyStaff,
    summary: 'Makes a key for a script of the caller. It is in this answer and in no other.',
    body: NewScriptKey,
    output: z.object({ keyId: z.number().int(), key: z.string() }),
    stepUp: true,
  },
  revokeScriptKey: {
    method: 'DELETE',
    path: '/api/admin/script-keys/:keyId/',
    access: anyStaff,
    summary:
      'Ends a key for good, from its next call on: one of the caller’s, or any if the caller is an administrator.',
    params: z.object({ keyId: Id }),
    output: Empty,
    errors: ['notFound'],
  },
})
