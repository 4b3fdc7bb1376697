import type { MemberFilter } from '@spacekeeper/contract/members/shapes.ts'
import type { BulkMove } from '@spacekeeper/contract/members/words.ts'
import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import type { MemberSearch } from './list/search.ts'

export const memberQuery = (memberId: number) =>
  queryOptions({
    ...apiQuery(api.members.get, { memberId }),
    meta: { live: 'members' },
  })

export const memberDetailsQuery = (memberId: number) =>
  queryOptions({
    ...apiQuery(api.members.getDetails, { memberId }),
    meta: { live: ['members', 'access', 'devices'] },
  })

export const memberCardsQuery = (memberId: number) =>
  queryOptions({
    ...apiQuery(api.members.listCards, { memberId }),
    meta: { live: 'members' },
  })

/** Doors with the last unknown card that was held to them; it can be claimed for five minutes. */
export const unknownCardsQuery = queryOptions({
  ...apiQuery(api.members.listUnknownCards),
  refetchInterval: 15_000,
  gcTime: 0,
  meta: { live: ['swipes', 'devices', 'members'] },
})

export const { addCard, claimCard, endCard, updateCardLabel: relabelCard, restoreCard } = api.members

/** How staff let people in: by adding them, by confirming an address, with a link to hand over. */
export const {
  invite: inviteMember,
  confirmEmail,
  createEmailLink,
  sendEmailLink,
  cancelInvitation,
  resetMemberStrongLogin,
  startOpenDay,
  endOpenDay,
} = api.auth

/** Whether many people may register from this network, asked anew each time it is shown. */
export const openDayQuery = queryOptions({ ...apiQuery(api.auth.getOpenDay), staleTime: 0, gcTime: 0 })

/** Whether a member has set up passkeys or an authenticator app. */
export const memberStrongLoginQuery = (memberId: number) =>
  queryOptions({ ...apiQuery(api.auth.getMemberStrongLogin, { memberId }), meta: { live: 'members' } })

/** What staff do to members. */
export const staff = api.members

/** What closing the account of a member would do now; asked anew each time it is shown. */
export const memberClosingQuery = (memberId: number) =>
  queryOptions({
    ...apiQuery(api.profile.getMemberClosing, { memberId }),
    staleTime: 0,
    gcTime: 0,
  })

export const { closeMember } = api.profile

/** The keys a member made or owns. */
export const memberKeysQuery = (memberId: number) =>
  queryOptions({
    ...apiQuery(api.apiKeys.listHeld, { memberId }),
    meta: { live: ['members', 'devices'] },
  })

/** Whether a member has a PIN for kiosks. */
export const memberPinQuery = (memberId: number) =>
  queryOptions({
    ...apiQuery(api.kiosks.getMemberPin, { memberId }),
    meta: { live: 'members' },
  })

export const removeMemberPin = (memberId: number) => api.kiosks.removeMemberPin({ memberId })

export const grantableDevicesQuery = queryOptions({
  ...apiQuery(api.members.listDevices),
  meta: { live: 'devices' },
})

/** As it is sent: who was chosen one by one, or all that match but for some. */
export type MemberSelection = { memberIds: number[] } | { filter: MemberFilter; except: number[] }

export type GrantRequest = { selection: MemberSelection; change: 'grant' | 'revoke'; deviceIds: number[] }

/** Is not asked again by itself: what is confirmed must be what is on the screen. */
export const grantsPreviewQuery = (request: GrantRequest) =>
  queryOptions({
    ...apiQuery(api.members.previewGrants, request),
    enabled: request.deviceIds.length > 0,
    staleTime: 'static',
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

export const changeGrants = (request: GrantRequest & { fingerprint: string }) => api.members.updateGrants(request)

/** Rows come in windows of so many, and only the windows in sight. */
export const windowSize = 100

const live = { live: ['members', 'access', 'devices', 'billing'] } as const

export const memberWindowQuery = (search: MemberSearch, index: number) =>
  queryOptions({
    ...apiQuery(api.members.list, { ...search, offset: index * windowSize, limit: windowSize }),
    // What is on the screen stays while the next search is under way.
    ...(index === 0 && { placeholderData: keepPreviousData }),
    meta: live,
  })

export const emailListQuery = (selection: MemberSelection) =>
  queryOptions({
    ...apiQuery(api.members.exportEmails, { selection }),
    staleTime: 'static',
    gcTime: 0,
    refetchOnMount: false,
  })

export const { exportCsv } = api.members

export type MoveRequest = { selection: MemberSelection; move: BulkMove }

/** Like the preview of grants, it is not asked again by itself. */
export const movesPreviewQuery = (request: MoveRequest) =>
  queryOptions({
    ...apiQuery(api.members.previewMoves, request),
    staleTime: 'static',
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

export const bulkActionsQuery = queryOptions({
  ...apiQuery(api.members.listBulkActions),
  meta: { live: ['members', 'access'] },
})

export const undoPreviewQuery = (actionId: number) =>
  queryOptions({
    ...apiQuery(api.members.previewUndo, { actionId }),
    staleTime: 0,
    meta: { live: ['members', 'access'] },
  })

export const { moveMany, undoBulkAction } = api.members
