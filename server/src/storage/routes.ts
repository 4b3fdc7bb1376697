import { storageApi } from '@spacekeeper/contract/storage/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { assignPlace, extendPlace, movePlace, releasePlace } from './holdings.ts'
import { writePlaceLabel } from './label.ts'
import { listOwnPlaces, listStoragePlaces, showPlace } from './place-list.ts'
import { addPlace, addPlaces, removePlace, updatePlace } from './places.ts'
import { askForPlace, removeRequest, withdrawRequest } from './requests.ts'

export const storageRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: storageApi,
    handlers: {
      list: ({ ctx, input }) => listStoragePlaces(ctx, input),
      add: ({ ctx, input }) => addPlace(ctx, input),
      addMany: ({ ctx, input }) => addPlaces(ctx, input),
      update: ({ ctx, input }) => updatePlace(ctx, input),
      remove: ({ ctx, input }) => removePlace(ctx, input.placeId),
      assign: ({ ctx, input }) => assignPlace(ctx, input),
      extend: ({ ctx, input }) => extendPlace(ctx, input),
      move: ({ ctx, input }) => movePlace(ctx, input),
      release: ({ ctx, input }) => releasePlace(ctx, input.placeId),
      label: ({ ctx, input }) => writePlaceLabel(ctx, input.placeId),
      removeRequest: ({ ctx, input }) => removeRequest(ctx, input.requestId),
      show: ({ ctx, input }) => showPlace(ctx, input.code),
      listOwn: ({ ctx }) => listOwnPlaces(ctx),
      ask: ({ ctx, input }) => askForPlace(ctx, input),
      unask: ({ ctx }) => withdrawRequest(ctx),
    },
  })
