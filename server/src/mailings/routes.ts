import { mailingsApi } from '@spacekeeper/contract/mailings/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { listMailings, previewMailing, startMailing } from './mailings.ts'
import { getNews, setNews } from './news.ts'
import { getMailing, retryMailing, stopMailing } from './started-mailings.ts'

/** What mail programs post when their reader presses “Unsubscribe” (RFC 8058). It says nothing that we need. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

export const mailingRoutes = (app: FastifyInstance, services: Services) =>
  void app.register(async (scope) => {
    scope.addContentTypeParser(formTypes, { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
    // Some mail programs open the address they should post to; their reader gets the page that asks first.
    scope.addHook('onRequest', async (request, reply) => {
      const [, token] = /^\/api\/news\/([^/?]+)\/?$/.exec(request.url) ?? []
      const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
      if (token !== undefined && isPage) return reply.redirect(`/unsubscribe/${token}`)
    })
    implement(scope, {
      services,
      routes: mailingsApi,
      handlers: {
        preview: ({ ctx, input }) => previewMailing(ctx, input),
        start: ({ ctx, input }) => startMailing(ctx, input),
        list: async ({ ctx }) => ({ mailings: await listMailings(ctx) }),
        get: ({ ctx, input }) => getMailing(ctx, input.mailingId),
        stop: ({ ctx, input }) => stopMailing(ctx, input.mailingId),
        retry: ({ ctx, input }) => retryMailing(ctx, input.mailingId),
        getNews: ({ ctx, input }) => getNews(ctx, input.token),
        unsubscribe: ({ ctx, input }) => setNews(ctx, { token: input.token, isOn: false }),
        setNews: ({ ctx, input }) => setNews(ctx, input),
      },
    })
  })
