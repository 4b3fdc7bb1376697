import { cards } from '@spacekeeper/contract/cards.ts'
import { members } from '@spacekeeper/contract/members.ts'
import { memberships } from '@spacekeeper/contract/memberships.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { addCard } from './add-card.ts'
import { claimCard } from './claim-card.ts'
import { changeDetails } from './change-details.ts'
import { changeStanding } from './change-standing.ts'
import { endCard } from './end-card.ts'
import { getDetails } from './get-details.ts'
import { listCards } from './list-cards.ts'
import { listUnknownCards } from './list-unknown-cards.ts'
import { makeMember } from './make-member.ts'
import { getMember, getProfile, searchMembers } from './queries.ts'
import { relabelCard } from './relabel-card.ts'
import { restoreCard } from './restore-card.ts'
import { sendWelcome } from './send-welcome.ts'
import { changePermissions } from './change-permissions.ts'

export const memberRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: members,
    handlers: {
      getProfile: ({ ctx }) => getProfile(ctx),
      search: ({ ctx, input }) => searchMembers(ctx, input),
      get: ({ ctx, input }) => getMember(ctx, input.memberId),
    },
  })

/** What staff do to members. */
export const membershipRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: memberships,
    handlers: {
      getDetails: ({ ctx, input }) => getDetails(ctx, input.memberId),
      changeDetails: ({ ctx, input: { memberId, ...changes } }) => changeDetails(ctx, { memberId, changes }),
      getState: async ({ ctx, input }) => ({ state: (await getMember(ctx, input.memberId)).state }),
      setState: async ({ ctx, input: { memberId, state, reason } }) => {
        await changeStanding(ctx, { memberId, reason, move: state === 'active' ? 'activate' : 'deactivate' })
      },
      makeMember: ({ ctx, input }) => makeMember(ctx, input.memberId),
      suspend: async ({ ctx, input }) => void (await changeStanding(ctx, { ...input, move: 'suspend' })),
      lift: async ({ ctx, input }) => void (await changeStanding(ctx, { ...input, move: 'lift' })),
      sendWelcome: ({ ctx, input }) => sendWelcome(ctx, input.memberId),
      changePermissions: ({ ctx, input }) => changePermissions(ctx, input),
    },
  })

export const cardRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: cards,
    handlers: {
      list: ({ ctx, input }) => listCards(ctx, input.memberId),
      add: ({ ctx, input }) => addCard(ctx, input),
      end: ({ ctx, input }) => endCard(ctx, input),
      restore: ({ ctx, input }) => restoreCard(ctx, input),
      relabel: ({ ctx, input }) => relabelCard(ctx, input),
      listUnknown: ({ ctx }) => listUnknownCards(ctx),
      claim: ({ ctx, input }) => claimCard(ctx, input),
    },
  })
