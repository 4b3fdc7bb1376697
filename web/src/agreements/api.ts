import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** What the member has signed, and what they still have to. */
export const ownAgreementsQuery = queryOptions({ ...apiQuery(api.agreements.listOwn), meta: { live: 'profile' } })

export const guardianQuery = (token: string) => apiQuery(api.agreements.getGuardianRequest, { token })

export const agreementsQuery = queryOptions({
  ...apiQuery(api.agreements.list),
  meta: { live: ['members', 'profile', 'billing'] },
})

export const agreementQuery = (agreementId: number) =>
  queryOptions({ ...apiQuery(api.agreements.get, { agreementId }), meta: { live: ['members', 'profile'] } })

export const agreementPeopleQuery = (agreementId: number) =>
  queryOptions({ ...apiQuery(api.agreements.listPeople, { agreementId }), meta: { live: ['members', 'profile'] } })

export const { sign, askGuardian, downloadOwn, signAsGuardian } = api.agreements

export const { create, update, addVersion, setArchived, askMissing, endMinority, download } = api.agreements
