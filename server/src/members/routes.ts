import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import type { Domains } from '#platform/domain.ts'
import { implement } from '#platform/http/implement.ts'
import { listBulkActions } from './bulk/actions.ts'
import { updateGrants, previewGrants } from './bulk/grants.ts'
import { moveMany, previewMoves } from './bulk/moves.ts'
import { previewUndo, undoBulkAction } from './bulk/undo.ts'
import { endCard, listCards, updateCardLabel, restoreCard } from './cards/cards.ts'
import { addCard } from './cards/given-cards.ts'
import { claimCard, listUnknownCards } from './cards/unknown-cards.ts'
import { updateDetails, getDetails } from './details.ts'
import { exportEmails, exportMembers } from './export.ts'
import { listAllMembers } from './legacy-list.ts'
import { listGrantableDevices, listHoldablePlans, listMembers } from './list.ts'
import { updatePermissions } from './roles.ts'
import { changeStanding, makeMember, sendWelcome } from './standing.ts'
import { getMember, searchMembers } from './summaries.ts'

export const memberRoutes = (app: FastifyInstance, services: Services, domains: Domains) =>
  implement(app, {
    services,
    routes: membersApi,
    handlers: {
      search: ({ ctx, input }) => searchMembers(ctx, input),
      get: ({ ctx, input }) => getMember(ctx, input.memberId),
      listAll: ({ ctx, input }) => listAllMembers(ctx, input),
      list: ({ ctx, input }) => listMembers(ctx, input),
      listDevices: async ({ ctx }) => ({ devices: await listGrantableDevices(ctx) }),
      listPlans: async ({ ctx }) => ({ plans: await listHoldablePlans(ctx) }),
      exportCsv: ({ ctx, input }) => exportMembers(ctx, input),
      previewGrants: ({ ctx, input }) => previewGrants(ctx, input),
      updateGrants: ({ ctx, input }) => updateGrants(ctx, input),
      previewMoves: ({ ctx, input }) => previewMoves(ctx, input),
      moveMany: ({ ctx, input }) => moveMany(ctx, input),
      listBulkActions: async ({ ctx }) => ({ actions: await listBulkActions(ctx) }),
      previewUndo: ({ ctx, input }) => previewUndo(ctx, input.actionId),
      undoBulkAction: ({ ctx, input }) => undoBulkAction(ctx, input.actionId),
      exportEmails: ({ ctx, input }) => exportEmails(ctx, input),
      getDetails: ({ ctx, input }) => getDetails(ctx, input.memberId),
      updateDetails: ({ ctx, input: { memberId, ...changes } }) => updateDetails(ctx, { memberId, changes, domains }),
      getState: async ({ ctx, input }) => ({ state: (await getMember(ctx, input.memberId)).state }),
      setState: async ({ ctx, input: { memberId, state, reason } }) => {
        await changeStanding(ctx, { memberId, reason, move: state === 'active' ? 'activate' : 'deactivate' })
      },
      makeMember: ({ ctx, input }) => makeMember(ctx, input.memberId),
      suspend: async ({ ctx, input }) => void (await changeStanding(ctx, { ...input, move: 'suspend' })),
      liftSuspension: async ({ ctx, input }) => void (await changeStanding(ctx, { ...input, move: 'lift' })),
      sendWelcome: ({ ctx, input }) => sendWelcome(ctx, input.memberId),
      updatePermissions: ({ ctx, input }) => updatePermissions(ctx, input),
      listCards: ({ ctx, input }) => listCards(ctx, input.memberId),
      addCard: ({ ctx, input }) => addCard(ctx, input),
      endCard: ({ ctx, input }) => endCard(ctx, input),
      restoreCard: ({ ctx, input }) => restoreCard(ctx, input),
      updateCardLabel: ({ ctx, input }) => updateCardLabel(ctx, input),
      listUnknownCards: ({ ctx }) => listUnknownCards(ctx),
      claimCard: ({ ctx, input }) => claimCard(ctx, input),
    },
  })
