import { z } from 'zod'
import { Text } from '../fields.ts'
import { routes } from '../route.ts'
import { SearchResult } from './shapes.ts'

export const searchApi = routes({
  find: {
    method: 'GET',
    path: '/api/admin/find/',
    access: ['staff.members', 'staff.access', 'staff.money', 'staff.devices'],
    summary:
      'Members and devices by a few words: at most six of each kind, and only of the kinds whose pages the caller may open.',
    query: z.object({ text: Text(100) }),
    output: SearchResult,
  },
})
