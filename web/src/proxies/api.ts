import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** What the member has given and holds, and for which meetings they may give a proxy. */
export const ownProxiesQuery = queryOptions({ ...apiQuery(api.proxies.listOwn), meta: { live: 'meetings' } })

export const proxyRequestQuery = (token: string) => apiQuery(api.proxies.getRequest, { token })

export const meetingProxiesQuery = (meetingId: number) =>
  queryOptions({ ...apiQuery(api.proxies.listOfMeeting, { meetingId }), meta: { live: 'meetings' } })

const mostOffered = 20

/** Members to choose from, by a part of the name the member reads. */
export const listedMembersQuery = (text: string) =>
  queryOptions({
    ...apiQuery(api.proxies.listMembers, { text, limit: mostOffered }),
    placeholderData: keepPreviousData,
  })

export const proxyPeopleQuery = (meetingId: number, text: string) =>
  queryOptions({
    ...apiQuery(api.proxies.listPeople, { meetingId, text }),
    placeholderData: keepPreviousData,
  })

export const instructionsQuery = (proxyId: number) => apiQuery(api.votes.listInstructions, { proxyId })

export const { give, withdraw, answer, answerRequest, recordPaper, remove, getForm, getBlankForm } = api.proxies

export const { instruct } = api.votes
