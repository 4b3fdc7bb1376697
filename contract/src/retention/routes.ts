import { z } from 'zod'
import { routes } from '../route.ts'
import { KeptData, RetentionState } from './shapes.ts'

export const retentionApi = routes({
  list: {
    method: 'GET',
    path: '/api/admin/retention/',
    access: 'admin',
    summary: 'How long each kind of data is kept, and what the nightly clean-up deleted of it.',
    output: z.object({ limited: z.array(RetentionState), others: z.array(KeptData) }),
  },
  listOwn: {
    method: 'GET',
    path: '/api/profile/retention/',
    access: 'signedIn',
    summary: 'How long each kind of data about the caller is kept.',
    output: z.object({ kept: z.array(KeptData) }),
  },
})
