import { proxiesApi } from '@spacekeeper/contract/proxies/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { answerProxy, answerProxyRequest, getProxyRequest } from './answers.ts'
import { writeBlankLetter, writeProxyLetter } from './letter-file.ts'
import { listMembersForMembers } from './listed-members.ts'
import { listMeetingProxies, listProxyPeople } from './meeting-proxies.ts'
import { listGivenProxies, listOwnProxies } from './member-proxies.ts'
import { giveProxy, recordPaperProxy } from './proxies.ts'
import { removeProxy, withdrawProxy } from './proxy-ends.ts'

export const proxyRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: proxiesApi,
    handlers: {
      list: ({ ctx }) => listGivenProxies(ctx),
      listOwn: ({ ctx }) => listOwnProxies(ctx),
      give: ({ ctx, input }) => giveProxy(ctx, input),
      withdraw: ({ ctx, input }) => withdrawProxy(ctx, input.proxyId),
      withdrawRelative: ({ ctx, input }) => withdrawProxy(ctx, input.proxyId),
      answer: ({ ctx, input }) => answerProxy(ctx, input),
      getForm: ({ ctx, input }) => writeProxyLetter(ctx, input.proxyId),
      getBlankForm: ({ ctx, input }) => writeBlankLetter(ctx, input.meetingId),
      getRequest: ({ ctx, input }) => getProxyRequest(ctx, input.token),
      answerRequest: ({ ctx, input }) => answerProxyRequest(ctx, input),
      listMembers: ({ ctx, input }) => listMembersForMembers(ctx, { ...input, viewer: memberOf(ctx) }),
      listOfMeeting: ({ ctx, input }) => listMeetingProxies(ctx, input.meetingId),
      listPeople: ({ ctx, input }) => listProxyPeople(ctx, input),
      recordPaper: ({ ctx, input }) => recordPaperProxy(ctx, input),
      remove: ({ ctx, input }) => removeProxy(ctx, input),
    },
  })
