import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { peopleQuery } from '../search/api.ts'

/** What the caller holds, needs and may award. */
export const ownTrainingQuery = queryOptions({
  ...apiQuery(api.training.getOwn),
  meta: { live: ['training', 'access'] },
})

export const courseQuery = (certificateId: number) =>
  queryOptions({ ...apiQuery(api.training.getCourse, { certificateId }), meta: { live: 'training' } })

/** Members that a trainer may have taught. */
export const learnersQuery = (text: string) =>
  peopleQuery({
    queryKey: apiKey(api.training.findLearners, { text }),
    isReady: text.length >= 2,
    find: async () => (await api.training.findLearners({ text })).members,
  })

export const certificatesQuery = queryOptions({
  ...apiQuery(api.training.listCertificates),
  meta: { live: ['training', 'devices'] },
})

/** As staff edit it: it is not asked for again while they do. */
export const contentQuery = (certificateId: number) =>
  queryOptions({ ...apiQuery(api.training.getContent, { certificateId }), staleTime: Infinity })

export type HolderChoice = { certificateId: number; which: 'current' | 'ended'; text: string }

/** Who has a certificate, or had it, a page after the other. */
export const certificateHoldersQuery = (choice: HolderChoice) =>
  infiniteQueryOptions({
    queryKey: apiKey(api.training.listHolders, choice),
    queryFn: ({ pageParam: before }) => api.training.listHolders({ ...choice, before }),
    initialPageParam: newest(),
    getNextPageParam: (last) => (last.hasMore ? last.holders.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    meta: { live: ['training', 'members'] },
  })

export const memberAwardsQuery = (memberId: number) =>
  queryOptions({ ...apiQuery(api.training.listMemberAwards, { memberId }), meta: { live: 'training' } })

export const requirementsQuery = (deviceId: number) =>
  queryOptions({ ...apiQuery(api.training.listRequirements, { deviceId }), meta: { live: ['training', 'access'] } })

export const { addCertificate, updateCertificate, setArchived, saveContent, uploadPicture, setTrainers } = api.training

export const { award, endAward, setRequirements, answerQuiz, checkCourse, awardAsTrainer } = api.training

/** Sends a file of awards; browsers give CSV files all kinds of types, or none. */
export const sendAwards = (sent: { certificateId: number; file: File; isTrial: boolean }) =>
  api.training.importAwards({
    certificateId: sent.certificateId,
    isTrial: String(sent.isTrial),
    file: new Blob([sent.file], { type: 'application/octet-stream' }),
  })

/** The first page starts before no award. */
function newest(): number | undefined {
  return undefined
}
