import { displayApi } from '@spacekeeper/contract/display/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { addSlide, listSlides, orderSlides, removeSlide, updateSlide, uploadSlidePicture } from './slides.ts'
import { getView } from './view.ts'

export const displayRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: displayApi,
    handlers: {
      getView: async ({ ctx, request }) => getView(ctx, await app.findKiosk(request)),
      listSlides: async ({ ctx }) => ({ slides: await listSlides(ctx) }),
      addSlide: ({ ctx, input }) => addSlide(ctx, input),
      orderSlides: ({ ctx, input }) => orderSlides(ctx, input.slideIds),
      updateSlide: ({ ctx, input }) => updateSlide(ctx, input),
      removeSlide: ({ ctx, input }) => removeSlide(ctx, input.slideId),
      uploadPicture: ({ ctx, input }) => uploadSlidePicture(ctx, input.file),
    },
  })
