import { z } from 'zod'
import { routes, Id, Empty } from '../route.ts'
import { ApiKey, NewApiKey } from './shapes.ts'

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
    summary: 'Makes a key for another system. It is in this answer and in no other.',
    body: NewApiKey,
    output: z.object({ keyId: z.number().int(), key: z.string() }),
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
