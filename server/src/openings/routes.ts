import { openingsApi } from '@spacekeeper/contract/openings/routes.ts'
import type { FastifyInstance } from 'fastify'
import { getFeed, makeFeed, removeFeed } from '#platform/calendar/feeds.ts'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { readOpeningCalendar, readPublicCalendar } from './calendars.ts'
import { setFollowing } from './followers.ts'
import { addKeyHolder, listKeyHolders, removeKeyHolder } from './key-holders.ts'
import { announceOpening, cancelOpening, moveOpening, sayLate } from './openings.ts'
import { getNext, getOpeningPlan } from './plan.ts'

export const openingRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: openingsApi,
    handlers: {
      getPlan: ({ ctx }) => getOpeningPlan(ctx),
      getNext: ({ ctx }) => getNext(ctx),
      announce: ({ ctx, input }) => announceOpening(ctx, input),
      move: ({ ctx, input }) => moveOpening(ctx, input),
      sayLate: ({ ctx, input }) => sayLate(ctx, input),
      cancel: ({ ctx, input }) => cancelOpening(ctx, input),
      setFollowing: ({ ctx, input }) => setFollowing(ctx, input.isFollowing),
      getCalendar: ({ ctx }) => getFeed(ctx, 'openings'),
      makeCalendar: ({ ctx }) => makeFeed(ctx, { feed: 'openings', path: '/api/openings/calendar' }),
      removeCalendar: ({ ctx }) => removeFeed(ctx, 'openings'),
      readPublicCalendar: ({ ctx }) => readPublicCalendar(ctx),
      readCalendar: ({ ctx, input }) => readOpeningCalendar(ctx, input.token),
      listKeyHolders: async ({ ctx }) => ({ keyHolders: await listKeyHolders(ctx) }),
      addKeyHolder: ({ ctx, input }) => addKeyHolder(ctx, input.memberId),
      removeKeyHolder: ({ ctx, input }) => removeKeyHolder(ctx, input.memberId),
    },
  })
