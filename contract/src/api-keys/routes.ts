import { z } from 'zod'
import { routes, Id, Empty } from '../route.ts'
import { ApiKey, HeldKey, NewApiKey } from './shapes.ts'

/** Keys of other systems, such as a doorbell or a booking calendar. */
export const apiKeysApi = routes({
  list: {
    method: 'GET',
    path: '/api/admin/api-keys/',
    access: 'staff.devices',
    summary: 'The keys of other systems, the newest first, ended ones too; at most 500.',
    output: z.object({ keys: z.array(ApiKey) }),
  },
  create: {
    method: 'POST',
    path: '/api/admin/api-keys/',
    access: 'staff.devices',
    stepUp: true,
    summary: 'Makes a key for another system. It is in this answer and in no other.',
    body: NewApiKey,
    output: z.object({ keyId: z.number().int(), key: z.string() }),
  },
  listHeld: {
    method: 'GET',
    path: '/api/admin/api-keys/held/',
    access: ['staff.devices', 'staff.members'],
    summary:
      'Who owns which key, of other systems and of devices: first those whose owner no longer looks after devices; at most 1,000. With memberId those this member made or owns, also for scripts.',
    query: z.object({ memberId: Id.optional() }),
    output: z.object({ keys: z.array(HeldKey) }),
  },
  give: {
    method: 'PUT',
    path: '/api/admin/api-keys/:keyId/owner/',
    access: 'staff.devices',
    stepUp: true,
    summary: 'Makes a member of staff the owner of a key: the caller, or anyone if the caller is an administrator.',
    params: z.object({ keyId: Id }),
    body: z.object({ memberId: z.number().int().min(1).max(2_147_483_647) }),
    output: Empty,
    errors: ['notFound', 'notAllowed'],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/admin/api-keys/:keyId/',
    access: 'staff.devices',
    summary: 'Ends a key for good, from its next call on.',
    params: z.object({ keyId: Id }),
    output: Empty,
    errors: ['notFound'],
  },
})
