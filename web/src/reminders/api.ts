import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

const live = { live: 'billing' } as const

export const reminderBookQuery = queryOptions({ ...apiQuery(api.reminders.list), meta: live })

export const dryRunQuery = queryOptions({ ...apiQuery(api.reminders.dryRun), meta: live })

export const reminders = api.reminders
