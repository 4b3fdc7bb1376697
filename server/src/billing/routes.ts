import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { findMemberSubscription } from '../plans/member-plan.ts'
import { downloadInvoice, downloadMyInvoice, listInvoices } from './invoices.ts'
import { listCreditChanges } from './payments/credit-history.ts'
import {
  approveConcession,
  askForConcession,
  declineConcession,
  downloadProof,
  listConcessions,
  sendProof,
  withdrawConcession,
} from './subscriptions/concessions.ts'
import { joinHousehold, inviteToHousehold, removePerson, withdrawInvitation } from './subscriptions/households.ts'
import { getMyPlan, listPlanOffers } from './subscriptions/my-plan.ts'
import {
  cancelMyPlan,
  changeMyCollector,
  changeMyPlan,
  endMyPause,
  keepMyPlan,
  pauseMyPlan,
  payMyCharge,
  previewChange,
  previewMyPause,
  resumeMyPlan,
  useMyCoupon,
} from './subscriptions/plan-changes.ts'

export const billingRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: billingApi,
    handlers: {
      getSubscription: async ({ ctx }) => {
        const subscription = await findMemberSubscription(ctx, memberOf(ctx).id)
        return subscription ? { success: true as const, subscription } : { success: false as const }
      },
      actOnSubscription: async ({ ctx, input }) => {
        const { id } = memberOf(ctx)
        await (input.action === 'resume' ? resumeMyPlan(ctx, id) : cancelMyPlan(ctx, id))
        return { success: true }
      },
      getMyPlan: ({ ctx }) => getMyPlan(ctx, memberOf(ctx).id),
      listMyCredit: ({ ctx, input }) => listCreditChanges(ctx, { memberId: memberOf(ctx).id, ...input }),
      listMyOffers: ({ ctx }) => listPlanOffers(ctx, memberOf(ctx).id),
      previewChange: ({ ctx, input }) => previewChange(ctx, { memberId: memberOf(ctx).id, ...input }),
      changePlan: ({ ctx, input }) => changeMyPlan(ctx, { memberId: memberOf(ctx).id, ...input }),
      keepPlan: ({ ctx }) => keepMyPlan(ctx, memberOf(ctx).id),
      changeCollector: ({ ctx, input }) => changeMyCollector(ctx, { memberId: memberOf(ctx).id, ...input }),
      previewPause: ({ ctx, input: days }) => previewMyPause(ctx, { memberId: memberOf(ctx).id, days }),
      pause: ({ ctx, input: { reason, ...days } }) => pauseMyPlan(ctx, { memberId: memberOf(ctx).id, days, reason }),
      endPause: ({ ctx }) => endMyPause(ctx, memberOf(ctx).id),
      applyCoupon: ({ ctx, input }) => useMyCoupon(ctx, { memberId: memberOf(ctx).id, ...input }),
      payFromBalance: ({ ctx, input }) => payMyCharge(ctx, { memberId: memberOf(ctx).id, ...input }),
      listMyInvoices: ({ ctx, input }) => listInvoices(ctx, { memberId: memberOf(ctx).id, ...input }),
      downloadMyInvoice: ({ ctx, input }) => downloadMyInvoice(ctx, { memberId: memberOf(ctx).id, ...input }),
      invite: ({ ctx, input }) => inviteToHousehold(ctx, { memberId: memberOf(ctx).id, ...input }),
      withdrawInvitation: ({ ctx, input }) => withdrawInvitation(ctx, { memberId: memberOf(ctx).id, ...input }),
      acceptInvitation: ({ ctx, input }) => joinHousehold(ctx, { memberId: memberOf(ctx).id, ...input }),
      removePerson: ({ ctx, input }) => removePerson(ctx, { memberId: memberOf(ctx).id, ...input }),
      askForConcession: ({ ctx, input }) => askForConcession(ctx, { memberId: memberOf(ctx).id, ...input }),
      sendProof: ({ ctx, input }) => sendProof(ctx, { memberId: memberOf(ctx).id, ...input }),
      withdrawConcession: ({ ctx }) => withdrawConcession(ctx, memberOf(ctx).id),
      listConcessions: ({ ctx, input }) => listConcessions(ctx, input),
      downloadProof: ({ ctx, input }) => downloadProof(ctx, input.concessionId),
      approveConcession: ({ ctx, input }) => approveConcession(ctx, input),
      declineConcession: ({ ctx, input }) => declineConcession(ctx, input),
      downloadInvoice: ({ ctx, input }) => downloadInvoice(ctx, input.number),
    },
  })
