import { agreementsApi } from '@spacekeeper/contract/agreements/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { ipAddressOf } from '#platform/http/network-of.ts'
import {
  addVersion,
  createAgreement,
  getAgreement,
  listAgreements,
  setAgreementArchived,
  updateAgreement,
} from './agreements.ts'
import { askGuardian, getGuardianView, signAsGuardian } from './guardians.ts'
import { endMinority } from './minors.ts'
import { askMissing, listPeople } from './people.ts'
import { listOwnAgreements, signAgreements } from './signatures.ts'
import { writeSignedCopy } from './signed-copy.ts'

export const agreementRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: agreementsApi,
    handlers: {
      listOwn: ({ ctx }) => listOwnAgreements(ctx),
      sign: ({ ctx, input, request }) => signAgreements(ctx, { ...input, clientAddress: ipAddressOf(request) }),
      askGuardian: ({ ctx, input }) => askGuardian(ctx, input),
      downloadOwn: ({ ctx, input }) => writeSignedCopy(ctx, { ...input, memberId: memberOf(ctx).id }),
      getGuardianRequest: ({ ctx, input }) => getGuardianView(ctx, input.token),
      signAsGuardian: ({ ctx, input, request }) =>
        signAsGuardian(ctx, { ...input, clientAddress: ipAddressOf(request) }),
      list: ({ ctx }) => listAgreements(ctx),
      create: ({ ctx, input }) => createAgreement(ctx, input),
      get: ({ ctx, input }) => getAgreement(ctx, input.agreementId),
      update: ({ ctx, input }) => updateAgreement(ctx, input),
      addVersion: ({ ctx, input }) => addVersion(ctx, input),
      setArchived: ({ ctx, input }) => setAgreementArchived(ctx, input),
      listPeople: ({ ctx, input }) => listPeople(ctx, input.agreementId),
      askMissing: ({ ctx, input }) => askMissing(ctx, input.agreementId),
      endMinority: ({ ctx, input }) => endMinority(ctx, input.memberId),
      download: ({ ctx, input }) => writeSignedCopy(ctx, input),
    },
  })
