import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** What the doctor knows; asking for it runs the checks that cost little. */
export const healthQuery = queryOptions({ ...apiQuery(api.doctor.getReport), meta: { live: 'doctor' } })

export const versionQuery = queryOptions(apiQuery(api.doctor.getVersion))

export const { lookAgain } = api.doctor
