import { queryOptions, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'

const live = { live: ['votes', 'meetings'] } as const

export const votesQuery = queryOptions({ ...apiQuery(api.votes.list), meta: { live: [...live.live] } })

export const meetingVotesQuery = (meetingId: number) =>
  queryOptions({ ...apiQuery(api.votes.listOfMeeting, { meetingId }), meta: { live: [...live.live] } })

export const motionQuery = (motionId: number) =>
  queryOptions({ ...apiQuery(api.votes.get, { motionId }), meta: { live: [...live.live] } })

/** The roll of a meeting for staff: asked anew as a vote is about to open or close. */
export const meetingQuorumQuery = (meetingId: number) =>
  queryOptions({ ...apiQuery(api.meetings.getAttendance, { meetingId }), staleTime: 0, meta: { live: 'meetings' } })

export const votersQuery = (motionId: number) => queryOptions({ ...apiQuery(api.votes.listVoters, { motionId }) })

export const ownVotesQuery = queryOptions({ ...apiQuery(api.votes.listOwnVotes), meta: { live: 'votes' } })

const waitingVotesQuery = queryOptions({ ...apiQuery(api.votes.countWaiting), meta: { live: [...live.live] } })

/** On how many motions the reader has a vote that is not used, for the menu. */
export const useWaitingVotes = () => {
  const { t } = useTranslation('votes')
  const profile = useProfile()
  const { data } = useQuery({ ...waitingVotesQuery, enabled: profile !== null })
  const count = data?.count ?? 0
  return count === 0 ? null : { count, words: t('waiting', { count }) }
}

export const { cast, create, update, remove, setOrder, open, takeBack, close } = api.votes
